-- Restores the stock, discounts and gift card balances of a canceled order, and disables the gift cards
-- bought in it. Locks are taken in the same order as in place_order. Each function has its effect once.
-- Caller: StockStore.
-- Locks: the discounts, the gift cards, then those of return_stock.
-- SQLSTATE: none.
CREATE OR REPLACE FUNCTION give_back(
  p_order_id text, p_occurred_at timestamptz, p_causation_id text, p_actor text
) RETURNS void
LANGUAGE plpgsql
SET search_path = orders, pg_temp
AS $$
BEGIN
  PERFORM discount.release_discounts(p_order_id, p_occurred_at, p_causation_id, p_actor);
  PERFORM discount.withdraw_gift_cards(p_order_id, p_occurred_at, p_causation_id, p_actor);
  PERFORM discount.refund_gift_cards(p_order_id, p_occurred_at, p_causation_id, p_actor);
  PERFORM catalog.return_stock(p_order_id, p_occurred_at, p_causation_id, p_actor);
END
$$;
