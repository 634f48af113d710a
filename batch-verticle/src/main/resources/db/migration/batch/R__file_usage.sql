-- Adds the files of a statement to their number and bytes, also those of nodes of the version before.
-- Statements lock files before this row, so that they cannot deadlock.

-- Writers of the table wait behind the lock of CREATE TRIGGER. Where a long transaction delays it, the
-- starting node gives up, not those that serve.
SET LOCAL lock_timeout = '1500ms';

CREATE OR REPLACE FUNCTION count_files() RETURNS trigger
LANGUAGE plpgsql
SET search_path FROM CURRENT
AS $$
DECLARE
  more bigint := 0;
  larger bigint := 0;
  fewer bigint := 0;
  smaller bigint := 0;
BEGIN
  IF TG_OP <> 'DELETE' THEN
    SELECT count(*), coalesce(sum(size), 0) INTO more, larger FROM added WHERE original IS NULL;
  END IF;
  IF TG_OP <> 'INSERT' THEN
    SELECT count(*), coalesce(sum(size), 0) INTO fewer, smaller FROM removed WHERE original IS NULL;
  END IF;
  IF more <> fewer OR larger <> smaller THEN
    UPDATE file_usage SET files = files + more - fewer, bytes = bytes + larger - smaller;
  END IF;
  RETURN NULL;
END
$$;

CREATE OR REPLACE TRIGGER file_usage_insert AFTER INSERT ON file
REFERENCING NEW TABLE AS added
FOR EACH STATEMENT EXECUTE FUNCTION count_files();

CREATE OR REPLACE TRIGGER file_usage_update AFTER UPDATE ON file
REFERENCING OLD TABLE AS removed NEW TABLE AS added
FOR EACH STATEMENT EXECUTE FUNCTION count_files();

CREATE OR REPLACE TRIGGER file_usage_delete AFTER DELETE ON file
REFERENCING OLD TABLE AS removed
FOR EACH STATEMENT EXECUTE FUNCTION count_files();

-- The lock of the triggers keeps writers out until the end of the transaction, so that none is missed.
UPDATE file_usage
SET (files, bytes) = (
  SELECT count(*), coalesce(sum(size), 0) FROM file WHERE original IS NULL
);
