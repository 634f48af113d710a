-- Triggers that write the change log, in the transaction of each change.

-- Writers of the tables wait behind the lock of CREATE TRIGGER. Where a long transaction delays it,
-- the starting node gives up, not those that serve.
SET LOCAL lock_timeout = '1500ms';

-- Logs the changes of discounts. A redemption, which only counts, is none: it changes no cart.
CREATE OR REPLACE FUNCTION log_discount_change() RETURNS trigger
LANGUAGE plpgsql
AS $$
BEGIN
  IF TG_OP <> 'UPDATE' THEN
    INSERT INTO discount.change_log (kind, id)
    SELECT 'discount', id
    FROM changed;
    RETURN NULL;
  END IF;
  INSERT INTO discount.change_log (kind, id)
  SELECT 'discount', id
  FROM (
    SELECT id, to_jsonb(changed) - '{usage_count,version,updated_at}'::text[]
    FROM changed
    EXCEPT
    SELECT id, to_jsonb(former) - '{usage_count,version,updated_at}'::text[]
    FROM former
  ) AS different;
  RETURN NULL;
END
$$;

-- A dynamic discount shares its rule with its codes, so a change of a rule has no id of a discount.
SELECT watch_changes(relation, call, relation = 'discount')
FROM (
  VALUES
    ('discount', 'log_discount_change()'),
    ('discount_region', 'log_change_of_ids(''discount'', ''discount_id'')'),
    ('discount_rule', 'log_change(''discount_rule'')'),
    ('discount_condition', 'log_change(''discount_rule'')'),
    ('discount_condition_resource', 'log_change(''discount_rule'')'),
    ('gift_card', 'log_change_of_ids(''gift_card'', ''id'')')
) AS watched (relation, call);

-- Carts show discounts and gift cards.
SELECT publish_changes('cart');
