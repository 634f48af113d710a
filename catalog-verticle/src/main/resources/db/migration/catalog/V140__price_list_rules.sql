-- Rules of price lists. NOT VALID: rows written before are not checked again.
ALTER TABLE price_list
  ADD CONSTRAINT price_list_ends_after_start CHECK (ends_at > starts_at) NOT VALID;

-- A bound of 0 counts as none.
ALTER TABLE money_amount
  ADD CONSTRAINT money_amount_quantities CHECK (
    price_list_id IS NULL
    OR coalesce(max_quantity, 0) = 0
    OR coalesce(min_quantity, 0) <= max_quantity
  ) NOT VALID;

-- Lists of price lists show the newest first.
CREATE INDEX price_list_newest ON price_list (created_at DESC, id DESC);
