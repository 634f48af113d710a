-- Triggers that stamp the changes of a kind, in the transaction of the change.

-- Writers of the tables wait behind the lock of CREATE TRIGGER. Where a long transaction delays it,
-- the starting node gives up, not those that serve.
SET LOCAL lock_timeout = '1500ms';

-- The stamp of a kind is the set of its values. Every change brings a value that never was in it, so
-- no set occurs twice, whatever the order of the commits. The first change of a backend also removes
-- the rows of backends that have ended.
CREATE OR REPLACE FUNCTION stamp_change() RETURNS trigger
LANGUAGE plpgsql
AS $$
BEGIN
  UPDATE change_stamp
  SET value = nextval('change_stamp_value')
  WHERE kind = TG_ARGV[0]
    AND backend = pg_backend_pid();
  IF NOT FOUND THEN
    INSERT INTO change_stamp (kind, backend, value)
    VALUES (TG_ARGV[0], pg_backend_pid(), nextval('change_stamp_value'));
    DELETE FROM change_stamp
    WHERE kind = TG_ARGV[0]
      AND backend IN (
        SELECT backend
        FROM change_stamp
        WHERE kind = TG_ARGV[0]
          AND backend NOT IN (SELECT pid FROM pg_stat_activity)
        FOR UPDATE SKIP LOCKED
      );
  END IF;
  RETURN NULL;
END
$$;

-- The tables of each kind: all those that its responses show.
DO $$
DECLARE
  watched record;
BEGIN
  FOR watched IN
    VALUES
      ('product_collection', 'collection'),
      ('product_type', 'product_type'),
      ('product_tag', 'product_tag'),
      ('product_category', 'product_category'),
      ('region', 'region'),
      ('country', 'region'),
      ('region_payment_provider', 'region'),
      ('region_fulfillment_provider', 'region'),
      ('payment_provider', 'region'),
      ('fulfillment_provider', 'region'),
      ('tax_provider', 'region'),
      ('currency', 'region'),
      ('tax_rate', 'region')
  LOOP
    EXECUTE format(
      'CREATE OR REPLACE TRIGGER %I
       AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON %I
       FOR EACH STATEMENT
       EXECUTE FUNCTION stamp_change(%L)',
      'stamped_change', watched.column1, watched.column2);
  END LOOP;
END
$$;
