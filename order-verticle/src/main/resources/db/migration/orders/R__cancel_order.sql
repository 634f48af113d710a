-- Restores the stock, discounts and gift card balances of a canceled order, and disables the gift cards
-- bought in it. Locks are taken in the same order as in place_order. Each function has its effect once.
CREATE OR REPLACE FUNCTION give_back(
  p_order_id text, p_occurred_at timestamptz, p_causation_id text, p_actor text
) RETURNS void
LANGUAGE plpgsql
SET search_path = orders, pg_temp
AS $$
DECLARE
  edit_id text;
  given_back jsonb;
BEGIN
  PERFORM catalog.return_stock_v1(p_order_id, p_occurred_at, p_causation_id, p_actor);
  -- Confirmed edits took further units and gave others back. Those are part of what the order took:
  -- negative quantities keep them from being given back twice.
  FOR edit_id IN
    UPDATE order_edit
    SET stock_restored_at = p_occurred_at
    WHERE order_id = p_order_id
      AND confirmed_at IS NOT NULL
      AND stock_restored_at IS NULL
    RETURNING id
  LOOP
    PERFORM catalog.return_stock_v1(edit_id, p_occurred_at, p_causation_id, p_actor);
    SELECT jsonb_agg(jsonb_build_object('variant_id', variant_id, 'quantity', -quantity))
    INTO given_back
    FROM order_edit_returned_stock
    WHERE order_edit_id = edit_id;
    IF given_back IS NOT NULL THEN
      PERFORM catalog.receive_stock_v1(
        edit_id, given_back, p_occurred_at, p_causation_id, p_actor);
    END IF;
  END LOOP;
  PERFORM discount.release_discounts_v1(p_order_id, p_occurred_at, p_causation_id, p_actor);
  PERFORM discount.withdraw_gift_cards_v1(p_order_id, p_occurred_at, p_causation_id, p_actor);
  PERFORM discount.refund_gift_cards_v1(p_order_id, p_occurred_at, p_causation_id, p_actor);
END
$$;
