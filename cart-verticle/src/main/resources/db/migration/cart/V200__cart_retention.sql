-- Carts without an order, from the oldest on: those without a change for long are deleted.
CREATE INDEX cart_without_order ON cart (created_at)
  WHERE completed_at IS NULL AND type = 'default';

-- Attempts of a cart, which are deleted with it.
CREATE INDEX payment_attempt_cart ON payment_attempt (cart_id);
