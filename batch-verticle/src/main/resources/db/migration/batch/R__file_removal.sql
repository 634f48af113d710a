-- Records the content of a deleted file for its removal from other storages than this database. The copy
-- that a move has begun is removed a day later, when no node writes it any more.

-- Writers of the table wait behind the lock of CREATE TRIGGER. Where a long transaction delays it, the
-- starting node gives up, not those that serve.
SET LOCAL lock_timeout = '1500ms';

CREATE OR REPLACE FUNCTION record_file_removal() RETURNS trigger
LANGUAGE plpgsql
AS $$
BEGIN
  INSERT INTO file_removal (storage, key, is_public, due_at)
  SELECT copy.storage, OLD.key, OLD.is_public, now() + copy.delay
  FROM (
    SELECT OLD.storage, interval '0'
    UNION ALL
    SELECT target, interval '1 day' FROM file_move WHERE file_key = OLD.key AND target <> OLD.storage
  ) AS copy (storage, delay)
  WHERE copy.storage <> 'postgres'
  ON CONFLICT (storage, key) DO UPDATE SET due_at = excluded.due_at;
  RETURN OLD;
END
$$;

CREATE OR REPLACE TRIGGER file_removal
BEFORE DELETE ON file
FOR EACH ROW EXECUTE FUNCTION record_file_removal();
