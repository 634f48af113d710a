-- Which carts of draft orders changed lately.
CREATE INDEX cart_draft_updated ON cart (updated_at, id) WHERE type = 'draft_order';
