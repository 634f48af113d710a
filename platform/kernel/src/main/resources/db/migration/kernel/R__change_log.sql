-- Change log of a schema: what cached data are compared with, so that they are never older than the
-- last commit. A schema that has one creates it with create_change_log() in a migration of its own,
-- and names the tables with watch_changes() in a repeatable one.

-- Creates the change log of the schema.
--
-- Unlogged: a crash empties both tables, and so does a standby that takes over. The readers find another
-- epoch, or none, and forget all that they have.
CREATE OR REPLACE FUNCTION create_change_log() RETURNS void
LANGUAGE plpgsql
AS $$
BEGIN
  CREATE UNLOGGED TABLE change_log (
    transaction_id xid8 NOT NULL DEFAULT pg_current_xact_id(),
    kind text NOT NULL,
    id text,
    detail text
  );
  CREATE INDEX change_log_transaction ON change_log (transaction_id);
  -- pruned: the changes of transactions before it may be missing, and a reader whose snapshot ends
  -- behind it has seen all that are. next: what pruned will be at the next pruning, the end of
  -- next_snapshot, whose transactions are deleted then; of the first one, none.
  CREATE UNLOGGED TABLE change_epoch (
    epoch uuid NOT NULL DEFAULT gen_random_uuid(),
    pruned xid8 NOT NULL DEFAULT '0',
    next xid8 NOT NULL DEFAULT pg_snapshot_xmax(pg_current_snapshot()),
    noted_at timestamptz NOT NULL DEFAULT now(),
    next_snapshot pg_snapshot NOT NULL DEFAULT '1:1:'
  );
  CREATE UNIQUE INDEX change_epoch_single ON change_epoch ((true));
  INSERT INTO change_epoch DEFAULT VALUES;
END
$$;

-- Logs a change of the kinds of the arguments, unless the statement changed no row.
CREATE OR REPLACE FUNCTION log_change() RETURNS trigger
LANGUAGE plpgsql
AS $$
BEGIN
  IF EXISTS (SELECT FROM changed) THEN
    INSERT INTO change_log (kind) SELECT unnest(TG_ARGV);
  END IF;
  RETURN NULL;
END
$$;

-- Logs a change of a kind for each value of a column of the changed rows, and, with a third argument,
-- of that kind as well.
CREATE OR REPLACE FUNCTION log_change_of_ids() RETURNS trigger
LANGUAGE plpgsql
AS $$
BEGIN
  INSERT INTO change_log (kind, id)
  SELECT DISTINCT TG_ARGV[0], to_jsonb(changed) ->> TG_ARGV[1]
  FROM changed
  WHERE to_jsonb(changed) ->> TG_ARGV[1] IS NOT NULL;
  IF TG_NARGS > 2 AND EXISTS (SELECT FROM changed) THEN
    INSERT INTO change_log (kind) VALUES (TG_ARGV[2]);
  END IF;
  RETURN NULL;
END
$$;

-- Logs that everything may have changed.
CREATE OR REPLACE FUNCTION log_truncation() RETURNS trigger
LANGUAGE plpgsql
AS $$
BEGIN
  INSERT INTO change_log (kind) VALUES ('everything');
  RETURN NULL;
END
$$;

-- Creates the triggers of a table: after each statement they call the function with the changed rows,
-- and, with_former, with the former rows of an update.
CREATE OR REPLACE FUNCTION watch_changes(
  relation text,
  call text,
  with_former boolean DEFAULT false,
  events text[] DEFAULT ARRAY['insert', 'update', 'delete']
) RETURNS void
LANGUAGE plpgsql
AS $$
DECLARE
  event text;
BEGIN
  FOREACH event IN ARRAY events LOOP
    EXECUTE format(
      'CREATE OR REPLACE TRIGGER %I AFTER %s ON %I
       REFERENCING %s TABLE AS changed %s
       FOR EACH STATEMENT EXECUTE FUNCTION %s',
      'logged_' || event,
      event,
      relation,
      CASE event WHEN 'delete' THEN 'OLD' ELSE 'NEW' END,
      CASE WHEN event = 'update' AND with_former THEN 'OLD TABLE AS former' END,
      call);
  END LOOP;
  EXECUTE format(
    'CREATE OR REPLACE TRIGGER %I AFTER TRUNCATE ON %I
     FOR EACH STATEMENT EXECUTE FUNCTION log_truncation()',
    'logged_truncation', relation);
END
$$;

-- Starts an epoch if there is none. A logical restore brings the epoch and the changes of another server,
-- whose transaction ids may be ahead of those of this one: the log would never be complete again, so
-- both are discarded.
CREATE OR REPLACE FUNCTION start_change_epoch() RETURNS void
LANGUAGE plpgsql
AS $$
BEGIN
  IF to_regclass('change_epoch') IS NULL THEN
    RETURN;
  END IF;
  IF EXISTS (
    SELECT FROM change_epoch WHERE next > pg_snapshot_xmax(pg_current_snapshot())
  ) OR EXISTS (
    SELECT FROM change_log WHERE transaction_id >= pg_snapshot_xmax(pg_current_snapshot())
  ) THEN
    DELETE FROM change_log;
    DELETE FROM change_epoch;
  END IF;
  INSERT INTO change_epoch DEFAULT VALUES ON CONFLICT DO NOTHING;
END
$$;

-- Moves the epoch on, and deletes the changes that all readers know by then. One call in five minutes
-- finds something to do; a reader that has not asked for so long forgets what it has. A transaction that
-- stays open keeps its own changes alone: the snapshot says which transactions had ended. The update takes
-- a transaction id, so the snapshots of later questions end behind the one that it notes.
CREATE OR REPLACE FUNCTION prune_change_log() RETURNS void
LANGUAGE plpgsql
AS $$
DECLARE
  known pg_snapshot;
BEGIN
  PERFORM start_change_epoch();
  SELECT next_snapshot INTO known
  FROM change_epoch
  WHERE noted_at < now() - interval '5 minutes'
  FOR UPDATE;
  IF FOUND THEN
    UPDATE change_epoch
    SET pruned = next,
      next = pg_snapshot_xmax(pg_current_snapshot()),
      next_snapshot = pg_current_snapshot(),
      noted_at = now();
    DELETE FROM change_log
    WHERE transaction_id < pg_snapshot_xmax(known)
      AND pg_visible_in_snapshot(transaction_id, known);
  END IF;
END
$$;

-- The changes of all transactions that the snapshot does not see, with their details, for readers in
-- other schemas: of those that began after it, and of those that were open and have ended since, each by
-- the index, so that a transaction that stays open costs nothing. A snapshot that is ahead of the present
-- one is that of another server. Without an epoch, which the next pruning starts, nothing is complete.
CREATE OR REPLACE FUNCTION changes_since(since text)
RETURNS TABLE (epoch text, is_complete boolean, changes text[])
LANGUAGE plpgsql STABLE SECURITY DEFINER
AS $$
BEGIN
  RETURN QUERY
  SELECT
    (SELECT log.epoch || ' ' || pg_postmaster_start_time() FROM change_epoch AS log),
    coalesce(
      (SELECT pruned FROM change_epoch) < pg_snapshot_xmax(since::pg_snapshot)
        AND pg_snapshot_xmax(since::pg_snapshot) <= pg_snapshot_xmax(pg_current_snapshot()),
      false
    ),
    ARRAY(
      SELECT concat_ws(' ', kind, id, detail)
      FROM change_log
      WHERE transaction_id >= pg_snapshot_xmax(since::pg_snapshot)
        AND transaction_id < pg_snapshot_xmax(pg_current_snapshot())
      UNION
      SELECT concat_ws(' ', kind, id, detail)
      FROM change_log
      WHERE transaction_id = ANY (ARRAY(
        SELECT open_then
        FROM pg_snapshot_xip(since::pg_snapshot) AS open_then
        WHERE pg_visible_in_snapshot(open_then, pg_current_snapshot())
      ))
    );
END
$$;

-- Publishes the log to the schema of a reader; a database without that schema may have no role of it.
CREATE OR REPLACE FUNCTION publish_changes(reader text) RETURNS void
LANGUAGE plpgsql
AS $$
DECLARE
  role text := '${role_prefix}' || reader;
BEGIN
  IF EXISTS (SELECT FROM pg_roles WHERE rolname = role) THEN
    EXECUTE format('GRANT USAGE ON SCHEMA %I TO %I', current_schema, role);
    EXECUTE format('GRANT EXECUTE ON FUNCTION changes_since(text) TO %I', role);
  END IF;
END
$$;

-- Statements of administrators and of other schemas have another search path.
DO $$
DECLARE
  signature text;
BEGIN
  FOREACH signature IN ARRAY ARRAY[
    'log_change()', 'log_change_of_ids()', 'log_truncation()', 'changes_since(text)',
    'start_change_epoch()'
  ] LOOP
    EXECUTE format(
      'ALTER FUNCTION %s SET search_path = %I, pg_temp', signature, current_schema);
  END LOOP;
END
$$;

REVOKE ALL ON FUNCTION
  changes_since, create_change_log, publish_changes, start_change_epoch, watch_changes FROM PUBLIC;
