-- The files of the folder "numbered" as one.
CREATE TABLE note (id text PRIMARY KEY, content text);
