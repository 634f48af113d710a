-- Triggers that write the change log, in the transaction of each change.

-- Writers of the tables wait behind the lock of CREATE TRIGGER. Where a long transaction delays it,
-- the starting node gives up, not those that serve.
SET LOCAL lock_timeout = '1500ms';

-- Logs the changes of customers, and of the list of customers if one comes, goes, or has another value
-- of what lists filter and sort by. Each guest who checks out is a new customer: only lists depend on
-- one who was not there.
CREATE OR REPLACE FUNCTION log_customer_change() RETURNS trigger
LANGUAGE plpgsql
SET search_path = customer, pg_temp
AS $$
DECLARE
  is_listed_otherwise boolean := EXISTS (SELECT FROM changed);
BEGIN
  IF TG_OP <> 'INSERT' THEN
    INSERT INTO change_log (kind, id)
    SELECT 'customer', id
    FROM changed;
  END IF;
  IF TG_OP = 'UPDATE' THEN
    is_listed_otherwise := EXISTS (
      SELECT id, deleted_at, created_at, has_account
      FROM changed
      EXCEPT
      SELECT id, deleted_at, created_at, has_account
      FROM former
    );
  END IF;
  IF is_listed_otherwise THEN
    INSERT INTO change_log (kind) VALUES ('customer_list');
  END IF;
  RETURN NULL;
END
$$;

-- Logs the changes of customers by their addresses.
CREATE OR REPLACE FUNCTION log_change_of_addresses() RETURNS trigger
LANGUAGE plpgsql
SET search_path = customer, pg_temp
AS $$
BEGIN
  INSERT INTO change_log (kind, id)
  SELECT 'customer', customer_id
  FROM changed
  WHERE customer_id IS NOT NULL
  UNION
  SELECT 'customer', customer.id
  FROM changed
  JOIN customer ON customer.billing_address_id = changed.id;
  IF TG_OP = 'UPDATE' THEN
    INSERT INTO change_log (kind, id)
    SELECT DISTINCT 'customer', customer_id
    FROM (
      SELECT id, customer_id
      FROM former
      EXCEPT
      SELECT id, customer_id
      FROM changed
    ) AS lost
    WHERE customer_id IS NOT NULL;
  END IF;
  RETURN NULL;
END
$$;

SELECT watch_changes('customer', 'log_customer_change()', with_former => true);
SELECT watch_changes('address', 'log_change_of_addresses()', with_former => true);
SELECT watch_changes(
  'customer_group_customers',
  'log_change_of_ids(''customer'', ''customer_id'', ''customer_list'')');
SELECT watch_changes('customer_group', 'log_change(''customer_group'')');
