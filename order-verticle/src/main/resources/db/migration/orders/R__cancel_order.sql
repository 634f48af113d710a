-- Gives back everything that placing the order took, and withdraws the gift cards that were bought in
-- it, in the order of the locks that everything in the shop keeps. Each of the functions does it once.
CREATE OR REPLACE FUNCTION give_back(
  p_order_id text, p_occurred_at timestamptz, p_causation_id text, p_actor text
) RETURNS void
LANGUAGE plpgsql
SET search_path = orders, pg_temp
AS $$
BEGIN
  PERFORM catalog.return_stock_v1(p_order_id, p_occurred_at, p_causation_id, p_actor);
  PERFORM discount.release_discounts_v1(p_order_id, p_occurred_at, p_causation_id, p_actor);
  PERFORM discount.withdraw_gift_cards_v1(p_order_id, p_occurred_at, p_causation_id, p_actor);
  PERFORM discount.refund_gift_cards_v1(p_order_id, p_occurred_at, p_causation_id, p_actor);
END
$$;
