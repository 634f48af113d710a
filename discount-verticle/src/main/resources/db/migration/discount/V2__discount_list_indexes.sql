-- Searches and pages of discounts and gift cards read their hits and rows, not the tables.
-- An index that an operator has built beforehand, beside the shop, is taken over.

-- Writers of the table wait behind the lock. Where a long transaction delays it, the starting node gives
-- up, not those that serve.
SET LOCAL lock_timeout = '1500ms';

CREATE INDEX IF NOT EXISTS discount_search ON discount USING gin (code public.gin_trgm_ops);
CREATE INDEX IF NOT EXISTS gift_card_search
  ON gift_card
  USING gin (code public.gin_trgm_ops, (order_display_id::text) public.gin_trgm_ops);
CREATE INDEX IF NOT EXISTS discount_dynamic ON discount (is_dynamic, created_at DESC, id DESC);
CREATE INDEX IF NOT EXISTS discount_disabled ON discount (is_disabled, created_at DESC, id DESC);
