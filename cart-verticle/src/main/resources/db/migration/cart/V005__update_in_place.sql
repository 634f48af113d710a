-- A column that an index holds makes every change of it a change of all indexes of the row. Carts
-- change often, so no index holds when they did: which carts of drafts changed lately is looked up
-- among those that are open or were completed lately.
DROP INDEX cart_draft_updated;
CREATE INDEX cart_draft_completed ON cart (completed_at) WHERE type = 'draft_order';

-- Room for the next version of a cart beside the present one.
ALTER TABLE cart SET (fillfactor = 80);
