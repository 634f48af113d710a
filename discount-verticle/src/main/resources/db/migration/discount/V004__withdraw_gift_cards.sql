-- When the order in which it was bought was canceled.
ALTER TABLE gift_card ADD COLUMN withdrawn_at timestamptz;

-- Published to the order verticle: disables the cards that were bought in an order when it is
-- canceled, once. What they have paid already stays paid; their balance cannot be spent any more,
-- also when an order that had emptied one of them is canceled later.
CREATE FUNCTION withdraw_gift_cards_v1(
  p_order_id text, p_occurred_at timestamptz, p_causation_id text, p_actor text
) RETURNS void
LANGUAGE plpgsql
SECURITY DEFINER
SET search_path = discount, pg_temp
AS $$
BEGIN
  -- Together with the cards that have paid for the order, which are refunded next: all that a
  -- cancellation touches is locked by id.
  PERFORM FROM gift_card
  WHERE id IN (
    SELECT id FROM gift_card WHERE order_id = p_order_id
    UNION ALL
    SELECT gift_card_id FROM gift_card_transaction WHERE order_id = p_order_id)
  ORDER BY id
  FOR NO KEY UPDATE;

  -- What did not empty a card does not enable it when it is refunded.
  UPDATE gift_card_transaction
  SET emptied = false
  WHERE emptied
    AND gift_card_id IN (
      SELECT id FROM gift_card WHERE order_id = p_order_id AND withdrawn_at IS NULL);

  WITH withdrawn AS (
    UPDATE gift_card
    SET is_disabled = true,
      withdrawn_at = p_occurred_at,
      version = gift_card.version + 1,
      updated_at = p_occurred_at
    FROM gift_card AS before
    WHERE before.id = gift_card.id
      AND gift_card.order_id = p_order_id
      AND gift_card.withdrawn_at IS NULL
    RETURNING gift_card.id, gift_card.version, before.is_disabled AS was_disabled
  )
  INSERT INTO outbox (
    event_id, topic, key, type, subject, aggregate_version, data, occurred_at, causation_id, actor
  )
  SELECT gen_random_uuid()::text, 'commerce.gift-card.v1', id, 'gift_card.disabled', id, version,
    jsonb_build_object('id', id), p_occurred_at, p_causation_id, p_actor
  FROM withdrawn
  WHERE NOT was_disabled
  ORDER BY id;
END
$$;

REVOKE ALL ON FUNCTION withdraw_gift_cards_v1 FROM PUBLIC;
GRANT EXECUTE ON FUNCTION withdraw_gift_cards_v1 TO orders;
