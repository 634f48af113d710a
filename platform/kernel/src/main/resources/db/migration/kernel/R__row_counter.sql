-- Adds to the number of rows of a table, in the slot of this backend process, which runs one transaction
-- at a time: nothing waits for a slot, and nothing can deadlock. A backend without a slot takes over those
-- of backends that have ended, so there are about as many as connections. Callers set the search path.
CREATE OR REPLACE FUNCTION add_to_row_counter(name text, difference bigint) RETURNS void
LANGUAGE plpgsql
AS $$
BEGIN
  UPDATE row_counter
  SET rows = rows + difference
  WHERE counted = name AND slot = pg_backend_pid() AND difference <> 0;
  IF FOUND OR difference = 0 THEN
    RETURN;
  END IF;
  WITH ended AS (
    DELETE FROM row_counter
    WHERE counted = name
      AND slot IN (
        SELECT slot
        FROM row_counter
        WHERE counted = name
          AND slot NOT IN (SELECT pid FROM pg_stat_activity WHERE pid IS NOT NULL)
        FOR UPDATE SKIP LOCKED
      )
    RETURNING rows
  )
  INSERT INTO row_counter (counted, slot, rows)
  OVERRIDING SYSTEM VALUE
  SELECT name, pg_backend_pid(), difference + coalesce(sum(rows), 0)
  FROM ended;
END
$$;

-- Counts the inserted and deleted rows of a table.
CREATE OR REPLACE FUNCTION count_rows() RETURNS trigger
LANGUAGE plpgsql
SET search_path FROM CURRENT
AS $$
BEGIN
  CASE TG_OP
    WHEN 'INSERT' THEN
      PERFORM add_to_row_counter(TG_TABLE_NAME, (SELECT count(*) FROM added));
    WHEN 'DELETE' THEN
      PERFORM add_to_row_counter(TG_TABLE_NAME, -(SELECT count(*) FROM removed));
    ELSE
      DELETE FROM row_counter WHERE counted = TG_TABLE_NAME;
  END CASE;
  RETURN NULL;
END
$$;

-- Counts the rows of a table with deleted_at that come and go.
CREATE OR REPLACE FUNCTION count_present_rows() RETURNS trigger
LANGUAGE plpgsql
SET search_path FROM CURRENT
AS $$
BEGIN
  CASE TG_OP
    WHEN 'INSERT' THEN
      PERFORM add_to_row_counter(
        TG_TABLE_NAME, (SELECT count(*) FROM added WHERE deleted_at IS NULL));
    WHEN 'DELETE' THEN
      PERFORM add_to_row_counter(
        TG_TABLE_NAME, -(SELECT count(*) FROM removed WHERE deleted_at IS NULL));
    ELSE
      PERFORM add_to_row_counter(
        TG_TABLE_NAME,
        (SELECT count(*) FROM added WHERE deleted_at IS NULL)
          - (SELECT count(*) FROM removed WHERE deleted_at IS NULL));
  END CASE;
  RETURN NULL;
END
$$;

-- Starts to count the rows of a table, or counts them again. The lock of the triggers keeps writers
-- of the table out until the end of the transaction, so that none is missed.
CREATE OR REPLACE FUNCTION maintain_row_counter(name text) RETURNS void
LANGUAGE plpgsql
SET search_path FROM CURRENT
AS $$
DECLARE
  is_soft_deleted boolean := EXISTS (
    SELECT
    FROM pg_attribute
    WHERE attrelid = format('%I', name)::regclass
      AND attname = 'deleted_at'
      AND NOT attisdropped
  );
  event text;
  present bigint;
BEGIN
  FOREACH event IN ARRAY ARRAY['insert', 'update', 'delete'] LOOP
    CONTINUE WHEN event = 'update' AND NOT is_soft_deleted;
    EXECUTE format(
      'CREATE OR REPLACE TRIGGER %I AFTER %s ON %I
       REFERENCING %s %s
       FOR EACH STATEMENT EXECUTE FUNCTION %I()',
      'counted_' || event,
      event,
      name,
      CASE WHEN event <> 'insert' THEN 'OLD TABLE AS removed' END,
      CASE WHEN event <> 'delete' THEN 'NEW TABLE AS added' END,
      CASE WHEN is_soft_deleted THEN 'count_present_rows' ELSE 'count_rows' END);
  END LOOP;
  EXECUTE format(
    'CREATE OR REPLACE TRIGGER counted_truncation AFTER TRUNCATE ON %I
     FOR EACH STATEMENT EXECUTE FUNCTION count_rows()',
    name);
  DELETE FROM row_counter WHERE counted = name;
  EXECUTE format(
      'SELECT count(*) FROM %I %s',
      name,
      CASE WHEN is_soft_deleted THEN 'WHERE deleted_at IS NULL' END)
    INTO present;
  PERFORM add_to_row_counter(name, present);
END
$$;

REVOKE ALL ON FUNCTION add_to_row_counter, maintain_row_counter FROM PUBLIC;
