-- Searches of customers and groups read their hits, not the tables.
-- An index that an operator has built beforehand, beside the shop, is taken over.

-- Writers of the table wait behind the lock. Where a long transaction delays it, the starting node gives
-- up, not those that serve.
SET LOCAL lock_timeout = '1500ms';

CREATE INDEX IF NOT EXISTS customer_search
  ON customer
  USING gin (
    email public.gin_trgm_ops, first_name public.gin_trgm_ops, last_name public.gin_trgm_ops);
CREATE INDEX IF NOT EXISTS customer_group_search
  ON customer_group USING gin (name public.gin_trgm_ops);
