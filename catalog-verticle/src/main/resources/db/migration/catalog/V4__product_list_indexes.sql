-- Searches and pages of products, tags and types read their hits and rows, not the table.
-- An index that an operator has built beforehand, beside the shop, is taken over.

-- Writers of the table wait behind the lock. Where a long transaction delays it, the starting node gives
-- up, not those that serve.
SET LOCAL lock_timeout = '1500ms';

CREATE INDEX IF NOT EXISTS product_search
  ON product USING gin (title public.gin_trgm_ops, description public.gin_trgm_ops);
CREATE INDEX IF NOT EXISTS product_by_title ON product (title, id) WHERE deleted_at IS NULL;
CREATE INDEX IF NOT EXISTS product_changed ON product (updated_at DESC, id DESC)
  WHERE deleted_at IS NULL;
CREATE INDEX IF NOT EXISTS product_of_status ON product (status, created_at DESC, id DESC)
  WHERE deleted_at IS NULL;
CREATE INDEX IF NOT EXISTS product_collection_id ON product (collection_id);
CREATE INDEX IF NOT EXISTS product_gift_card ON product (is_giftcard, created_at DESC, id DESC)
  WHERE deleted_at IS NULL;
CREATE INDEX IF NOT EXISTS product_collection_search
  ON product_collection USING gin (title public.gin_trgm_ops, handle public.gin_trgm_ops);
CREATE INDEX IF NOT EXISTS product_tag_search
  ON product_tag USING gin (value public.gin_trgm_ops);
CREATE INDEX IF NOT EXISTS product_type_search
  ON product_type USING gin (value public.gin_trgm_ops);
CREATE INDEX IF NOT EXISTS product_tag_newest ON product_tag (created_at DESC, id DESC)
  WHERE deleted_at IS NULL;
CREATE INDEX IF NOT EXISTS product_type_newest ON product_type (created_at DESC, id DESC)
  WHERE deleted_at IS NULL;
