-- Trigger that sets price_list.is_for_groups when a list gets its first customer group.

-- Writers of the table wait behind the lock of CREATE TRIGGER. Where a long transaction delays it, the
-- starting node gives up, not those that serve.
SET LOCAL lock_timeout = '1500ms';

CREATE OR REPLACE FUNCTION limit_to_groups() RETURNS trigger
LANGUAGE plpgsql
AS $$
BEGIN
  UPDATE price_list
  SET is_for_groups = true
  WHERE id IN (SELECT price_list_id FROM added)
    AND NOT is_for_groups;
  RETURN NULL;
END
$$;

CREATE OR REPLACE TRIGGER groups_limit_price_lists
AFTER INSERT ON price_list_customer_group
REFERENCING NEW TABLE AS added
FOR EACH STATEMENT
EXECUTE FUNCTION limit_to_groups();
