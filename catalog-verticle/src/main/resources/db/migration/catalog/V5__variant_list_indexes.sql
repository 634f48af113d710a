-- Searches and pages of variants and inventory items read their hits and rows, not the table.
-- An index that an operator has built beforehand, beside the shop, is taken over.

-- Writers of the table wait behind the lock. Where a long transaction delays it, the starting node gives
-- up, not those that serve.
SET LOCAL lock_timeout = '1500ms';

CREATE INDEX IF NOT EXISTS product_variant_search
  ON product_variant USING gin (title public.gin_trgm_ops, sku public.gin_trgm_ops);
CREATE INDEX IF NOT EXISTS product_variant_newest ON product_variant (created_at DESC, id DESC)
  WHERE deleted_at IS NULL;
CREATE INDEX IF NOT EXISTS inventory_item_search
  ON inventory_item
  USING gin (sku public.gin_trgm_ops, title public.gin_trgm_ops, description public.gin_trgm_ops);
