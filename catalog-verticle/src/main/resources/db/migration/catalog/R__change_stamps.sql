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

CREATE OR REPLACE TRIGGER stamped_change
AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON product_collection
FOR EACH STATEMENT
EXECUTE FUNCTION stamp_change('collection');

CREATE OR REPLACE TRIGGER stamped_change
AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON product_type
FOR EACH STATEMENT
EXECUTE FUNCTION stamp_change('product_type');

CREATE OR REPLACE TRIGGER stamped_change
AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON product_tag
FOR EACH STATEMENT
EXECUTE FUNCTION stamp_change('product_tag');

CREATE OR REPLACE TRIGGER stamped_change
AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON product_category
FOR EACH STATEMENT
EXECUTE FUNCTION stamp_change('product_category');

CREATE OR REPLACE TRIGGER stamped_change
AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON region
FOR EACH STATEMENT
EXECUTE FUNCTION stamp_change('region');

CREATE OR REPLACE TRIGGER stamped_change
AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON country
FOR EACH STATEMENT
EXECUTE FUNCTION stamp_change('region');

CREATE OR REPLACE TRIGGER stamped_change
AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON region_payment_provider
FOR EACH STATEMENT
EXECUTE FUNCTION stamp_change('region');

CREATE OR REPLACE TRIGGER stamped_change
AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON region_fulfillment_provider
FOR EACH STATEMENT
EXECUTE FUNCTION stamp_change('region');

CREATE OR REPLACE TRIGGER stamped_change
AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON payment_provider
FOR EACH STATEMENT
EXECUTE FUNCTION stamp_change('region');

CREATE OR REPLACE TRIGGER stamped_change
AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON fulfillment_provider
FOR EACH STATEMENT
EXECUTE FUNCTION stamp_change('region');

CREATE OR REPLACE TRIGGER stamped_change
AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON tax_provider
FOR EACH STATEMENT
EXECUTE FUNCTION stamp_change('region');

CREATE OR REPLACE TRIGGER stamped_change
AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON currency
FOR EACH STATEMENT
EXECUTE FUNCTION stamp_change('region');

CREATE OR REPLACE TRIGGER stamped_change
AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON tax_rate
FOR EACH STATEMENT
EXECUTE FUNCTION stamp_change('region');
