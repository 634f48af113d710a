-- When the stock of the shop was converted to stock at locations; null in a shop with a simple stock.
ALTER TABLE store ADD COLUMN stock_located_at timestamptz;

-- A shop that counts variants at locations already stays as it is.
UPDATE store
SET stock_located_at = now(),
  default_location_id = coalesce(
    (SELECT id FROM stock_location WHERE id = default_location_id AND deleted_at IS NULL),
    (
      SELECT id
      FROM stock_location
      WHERE deleted_at IS NULL
      ORDER BY created_at, id
      LIMIT 1
    ))
WHERE EXISTS (SELECT FROM product_variant_inventory_item)
  AND EXISTS (SELECT FROM stock_location WHERE deleted_at IS NULL);

ALTER TABLE store ADD CONSTRAINT store_located
  CHECK (stock_located_at IS NULL OR default_location_id IS NOT NULL);
