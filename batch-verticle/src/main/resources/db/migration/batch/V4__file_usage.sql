-- Number and bytes of the files that uploads and exports made; smaller sizes of images are not counted.
-- The triggers of R__file_usage.sql keep the row, and a file grows only while it has room.
CREATE TABLE file_usage (
  is_single boolean PRIMARY KEY DEFAULT true CHECK (is_single),
  files bigint NOT NULL CHECK (files >= 0),
  bytes bigint NOT NULL CHECK (bytes >= 0)
);

INSERT INTO file_usage (files, bytes) VALUES (0, 0);
