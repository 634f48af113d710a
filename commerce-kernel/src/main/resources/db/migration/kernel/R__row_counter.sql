-- Adds to the number of rows of a table, in a slot that no other transaction has changed and not yet
-- committed. A new slot is added if there is none, so nothing waits and nothing can deadlock. There are
-- about as many slots as there were concurrent writers. Callers set the search path.
CREATE OR REPLACE FUNCTION add_to_row_counter(name text, difference bigint) RETURNS void
LANGUAGE plpgsql
AS $$
BEGIN
  UPDATE row_counter
  SET rows = rows + difference
  WHERE counted = name
    AND slot = (
      SELECT slot
      FROM row_counter
      WHERE counted = name
      ORDER BY slot
      LIMIT 1
      FOR NO KEY UPDATE SKIP LOCKED
    );
  IF NOT FOUND THEN
    INSERT INTO row_counter (counted, rows) VALUES (name, difference);
  END IF;
END
$$;

-- Counts the inserted and deleted rows of a table.
CREATE OR REPLACE FUNCTION count_rows() RETURNS trigger
LANGUAGE plpgsql
SET search_path FROM CURRENT
AS $$
DECLARE
  difference bigint := 0;
BEGIN
  CASE TG_OP
    WHEN 'INSERT' THEN
      difference := (SELECT count(*) FROM added);
    WHEN 'DELETE' THEN
      difference := -(SELECT count(*) FROM removed);
    ELSE
      DELETE FROM row_counter WHERE counted = TG_TABLE_NAME;
  END CASE;
  IF difference <> 0 THEN
    PERFORM add_to_row_counter(TG_TABLE_NAME, difference);
  END IF;
  RETURN NULL;
END
$$;

-- Counts the rows of a table with deleted_at that come and go.
CREATE OR REPLACE FUNCTION count_present_rows() RETURNS trigger
LANGUAGE plpgsql
SET search_path FROM CURRENT
AS $$
DECLARE
  difference bigint := 0;
BEGIN
  IF TG_OP <> 'DELETE' THEN
    difference := (SELECT count(*) FROM added WHERE deleted_at IS NULL);
  END IF;
  IF TG_OP <> 'INSERT' THEN
    difference := difference - (SELECT count(*) FROM removed WHERE deleted_at IS NULL);
  END IF;
  IF difference <> 0 THEN
    PERFORM add_to_row_counter(TG_TABLE_NAME, difference);
  END IF;
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
