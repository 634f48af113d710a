-- Pages and counts of the orders of a sales channel read its index alone.
-- An index that an operator has built beforehand, beside the shop, is taken over.

-- Writers of the table wait behind the lock. Where a long transaction delays it, the starting node gives
-- up, not those that serve.
SET LOCAL lock_timeout = '1500ms';

CREATE INDEX IF NOT EXISTS order_sales_channel ON "order" (sales_channel_id, created_at, id)
  INCLUDE (status, payment_status, fulfillment_status, region_id);
