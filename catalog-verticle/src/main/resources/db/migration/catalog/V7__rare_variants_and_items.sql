-- Lists of the few variants that are sold without stock, and of the few items that are not sent, read their
-- rows, not the table. Changes of the quantity in stock do not touch the indexes.
-- An index that an operator has built beforehand, beside the shop, is taken over.

-- Writers of the table wait behind the lock. Where a long transaction delays it, the starting node gives
-- up, not those that serve.
SET LOCAL lock_timeout = '1500ms';

CREATE INDEX IF NOT EXISTS product_variant_backorder
  ON product_variant (created_at DESC, id DESC)
  WHERE allow_backorder AND deleted_at IS NULL;
CREATE INDEX IF NOT EXISTS product_variant_unmanaged
  ON product_variant (created_at DESC, id DESC)
  WHERE NOT manage_inventory AND deleted_at IS NULL;
CREATE INDEX IF NOT EXISTS inventory_item_not_sent
  ON inventory_item (created_at DESC, id DESC)
  WHERE NOT requires_shipping AND deleted_at IS NULL;
