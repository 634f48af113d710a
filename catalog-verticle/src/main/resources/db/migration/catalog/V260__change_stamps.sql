-- Change stamps: what cached reads compare to know whether they are current. Each backend has a row
-- of its own per kind, so that no transaction waits for another one.

CREATE SEQUENCE change_stamp_value;

CREATE TABLE change_stamp (
  kind text NOT NULL,
  backend integer NOT NULL,
  value bigint NOT NULL,
  PRIMARY KEY (kind, backend)
) WITH (fillfactor = 50);
