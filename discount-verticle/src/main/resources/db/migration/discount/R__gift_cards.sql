-- Published to the order verticle: charges, refunds, creates and withdraws gift cards within the
-- transaction that places or cancels an order, and takes refunds of a purchase from the balances of its
-- cards. Cards are locked by id, after the discounts. Validity is decided by the clock of the database
-- once the locks are held.
--
-- Refusal, as SQLSTATE: TW007, its detail {gift_card_id, code, reason}, reason one of
-- gone, disabled, expired, balance.

-- Charges gift cards: [{id, transaction_id, amount, is_taxable, tax_rate}], each with the
-- id that its transaction gets. A card that the order has charged before is not charged again; one
-- whose balance becomes 0 is disabled. When one of them is refused none is charged.
-- Caller: place_order.
-- Locks: the cards, in the order of ids.
-- SQLSTATE: TW007.
CREATE OR REPLACE FUNCTION charge_gift_cards(
  p_order_id text,
  p_charges jsonb,
  p_occurred_at timestamptz,
  p_causation_id text,
  p_actor text
) RETURNS void
LANGUAGE plpgsql
SECURITY DEFINER
SET search_path = discount, pg_temp
AS $$
DECLARE
  moment timestamptz;
  refused jsonb;
BEGIN
  PERFORM FROM gift_card
  WHERE id IN (SELECT charge ->> 'id' FROM jsonb_array_elements(p_charges) AS charge)
  ORDER BY id
  FOR NO KEY UPDATE;

  moment := clock_timestamp();

  SELECT jsonb_build_object('gift_card_id', judged.id, 'code', judged.code, 'reason', judged.reason)
  INTO refused
  FROM (
    SELECT charge.id, charge.place, gift_card.code,
      CASE
        WHEN gift_card.id IS NULL OR gift_card.deleted_at IS NOT NULL THEN 'gone'
        WHEN gift_card.is_disabled THEN 'disabled'
        WHEN gift_card.ends_at < moment THEN 'expired'
        WHEN gift_card.balance < charge.amount THEN 'balance'
      END AS reason
    FROM (
      SELECT element ->> 'id' AS id, (element ->> 'amount')::bigint AS amount, place
      FROM jsonb_array_elements(p_charges) WITH ORDINALITY AS given (element, place)
    ) AS charge
    LEFT JOIN gift_card ON gift_card.id = charge.id
    WHERE charge.amount > 0
      AND NOT EXISTS (
        SELECT FROM gift_card_transaction AS done
        WHERE done.gift_card_id = charge.id AND done.order_id = p_order_id)
  ) AS judged
  WHERE judged.reason IS NOT NULL
  ORDER BY judged.place
  LIMIT 1;

  IF refused IS NOT NULL THEN
    RAISE EXCEPTION USING
      ERRCODE = 'TW007',
      MESSAGE = 'A gift card cannot be charged',
      DETAIL = refused::text;
  END IF;

  WITH charged AS (
    INSERT INTO gift_card_transaction (
      id, gift_card_id, order_id, amount, created_at, is_taxable, tax_rate, emptied
    )
    SELECT charge.transaction_id, charge.id, p_order_id, charge.amount, p_occurred_at,
      charge.is_taxable, charge.tax_rate, gift_card.balance = charge.amount
    FROM jsonb_to_recordset(p_charges) AS charge (
      id text, transaction_id text, amount bigint, is_taxable boolean, tax_rate numeric)
    JOIN gift_card ON gift_card.id = charge.id
    WHERE charge.amount > 0
    ON CONFLICT (gift_card_id, order_id) DO NOTHING
    RETURNING gift_card_id, amount
  ),
  fallen AS (
    UPDATE gift_card
    SET balance = gift_card.balance - charged.amount,
      is_disabled = gift_card.balance = charged.amount,
      version = gift_card.version + 1,
      updated_at = p_occurred_at
    FROM charged
    WHERE gift_card.id = charged.gift_card_id
    RETURNING gift_card.id, gift_card.version, gift_card.balance, charged.amount
  )
  INSERT INTO outbox (
    event_id, topic, key, type, subject, aggregate_version, data, occurred_at, causation_id, actor
  )
  SELECT gen_random_uuid()::text, 'commerce.gift-card.v1', fallen.id, fact.type, fallen.id,
    fallen.version, fact.data, p_occurred_at, p_causation_id, p_actor
  FROM fallen
  CROSS JOIN LATERAL (VALUES
    (1, 'gift_card.charged', jsonb_build_object(
      'id', fallen.id, 'order_id', p_order_id, 'amount', fallen.amount,
      'balance', fallen.balance)),
    (2, 'gift_card.disabled', jsonb_build_object('id', fallen.id))
  ) AS fact (place, type, data)
  WHERE fact.type = 'gift_card.charged' OR fallen.balance = 0
  ORDER BY fallen.id, fact.place;
END
$$;

-- Refunds the amounts that the order charged to the cards, once. A card that the order had emptied
-- can be used again.
-- Caller: give_back.
-- Locks: the cards, in the order of ids.
-- SQLSTATE: none.
CREATE OR REPLACE FUNCTION refund_gift_cards(
  p_order_id text, p_occurred_at timestamptz, p_causation_id text, p_actor text
) RETURNS void
LANGUAGE plpgsql
SECURITY DEFINER
SET search_path = discount, pg_temp
AS $$
BEGIN
  PERFORM FROM gift_card
  WHERE id IN (SELECT gift_card_id FROM gift_card_transaction WHERE order_id = p_order_id)
  ORDER BY id
  FOR NO KEY UPDATE;

  WITH refunded AS (
    UPDATE gift_card_transaction
    SET refunded_at = p_occurred_at
    WHERE order_id = p_order_id AND refunded_at IS NULL
    RETURNING gift_card_id, amount, emptied
  ),
  risen AS (
    -- Staff may have raised the balance meanwhile; it never exceeds the value.
    UPDATE gift_card
    SET balance = least(gift_card.value, gift_card.balance + refunded.amount),
      is_disabled = gift_card.is_disabled AND NOT (refunded.emptied AND gift_card.balance = 0),
      version = gift_card.version + 1,
      updated_at = p_occurred_at
    FROM refunded
    WHERE gift_card.id = refunded.gift_card_id
    RETURNING gift_card.id, gift_card.version, gift_card.balance, refunded.amount
  )
  INSERT INTO outbox (
    event_id, topic, key, type, subject, aggregate_version, data, occurred_at, causation_id, actor
  )
  SELECT gen_random_uuid()::text, 'commerce.gift-card.v1', id, 'gift_card.refunded', id, version,
    jsonb_build_object(
      'id', id, 'order_id', p_order_id, 'amount', amount, 'balance', balance),
    p_occurred_at, p_causation_id, p_actor
  FROM risen
  ORDER BY id;
END
$$;

-- Creates the cards that were bought in the order: [{id, code, value, region_id, tax_rate, metadata,
-- order_display_id}]. They are created once for an order.
-- Caller: place_order.
-- Locks: the purchase of the order, an advisory lock until the end of the transaction.
-- SQLSTATE: none.
CREATE OR REPLACE FUNCTION create_gift_cards(
  p_order_id text,
  p_cards jsonb,
  p_occurred_at timestamptz,
  p_causation_id text,
  p_actor text
) RETURNS void
LANGUAGE plpgsql
SECURITY DEFINER
SET search_path = discount, pg_temp
AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('gift cards of ' || p_order_id, 0));
  IF EXISTS (SELECT FROM gift_card WHERE order_id = p_order_id) THEN
    RETURN;
  END IF;

  WITH created AS (
    INSERT INTO gift_card (
      id, created_at, updated_at, code, value, balance, region_id, order_id,
      order_display_id, tax_rate, metadata
    )
    SELECT id, p_occurred_at, p_occurred_at, code, value, value, region_id, p_order_id,
      order_display_id, tax_rate, metadata
    FROM jsonb_to_recordset(p_cards) AS card (
      id text, code text, value bigint, region_id text, order_display_id bigint, tax_rate numeric,
      metadata jsonb)
    RETURNING id, version, value, balance, is_disabled
  ),
  published AS (
    INSERT INTO outbox (
      event_id, topic, key, type, subject, aggregate_version, data, occurred_at, causation_id, actor
    )
    SELECT gen_random_uuid()::text, 'commerce.gift-card.v1', id, 'gift_card.created', id, version,
      jsonb_build_object('id', id), p_occurred_at, p_causation_id, p_actor
    FROM created
    ORDER BY id
  )
  -- A gift card is value: the audit log has each that comes to be.
  INSERT INTO outbox (
    event_id, topic, key, type, subject, aggregate_version, data, occurred_at, causation_id, actor
  )
  SELECT new_ulid(), 'commerce.audit.v1', id, 'audit.recorded', id, 0,
    jsonb_build_object(
      'id', id, 'action', 'gift_card_change', 'address', NULL, 'before', NULL,
      'after', jsonb_build_object(
        'value', value, 'balance', balance, 'is_disabled', is_disabled, 'order_id', p_order_id)),
    p_occurred_at, p_causation_id, p_actor
  FROM created
  ORDER BY id;
END
$$;

-- Disables the cards that were bought in an order when it is canceled, once. Their payments so far
-- stay valid; their balance cannot be spent any more, also when an order that had emptied one of them
-- is canceled later.
-- Caller: give_back.
-- Locks: the cards, in the order of ids.
-- SQLSTATE: none.
CREATE OR REPLACE FUNCTION withdraw_gift_cards(
  p_order_id text, p_occurred_at timestamptz, p_causation_id text, p_actor text
) RETURNS void
LANGUAGE plpgsql
SECURITY DEFINER
SET search_path = discount, pg_temp
AS $$
BEGIN
  -- Together with the cards that have paid for the order, which are refunded next: everything that
  -- a cancellation touches is locked by id.
  PERFORM FROM gift_card
  WHERE id IN (
    SELECT id FROM gift_card WHERE order_id = p_order_id
    UNION ALL
    SELECT gift_card_id FROM gift_card_transaction WHERE order_id = p_order_id)
  ORDER BY id
  FOR NO KEY UPDATE;

  -- The refund of a transaction enables the card again only if that transaction emptied it.
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

-- The cards that were bought in an order, by id: [{id, value, balance, withdrawn}], the last being what
-- refunds and returns took from the balance. They are locked if they are to be changed.
-- Caller: GiftCardStore.
-- Locks: with p_locks, the cards in the order of ids.
-- SQLSTATE: none.
CREATE OR REPLACE FUNCTION bought_gift_cards(p_order_id text, p_locks boolean) RETURNS jsonb
LANGUAGE plpgsql
SECURITY DEFINER
SET search_path = discount, pg_temp
AS $$
BEGIN
  IF p_locks THEN
    PERFORM FROM gift_card
    WHERE order_id = p_order_id
    ORDER BY id
    FOR NO KEY UPDATE;
  END IF;

  RETURN (
    SELECT coalesce(
      jsonb_agg(
        jsonb_build_object(
          'id', card.id, 'value', card.value, 'balance', card.balance,
          'withdrawn', (
            SELECT coalesce(sum(withdrawal.amount), 0)
            FROM gift_card_withdrawal AS withdrawal
            WHERE withdrawal.gift_card_id = card.id AND withdrawal.restored_at IS NULL
              AND NOT withdrawal.is_exchange))
        ORDER BY card.id),
      '[]')
    FROM gift_card AS card
    WHERE card.order_id = p_order_id);
END
$$;

-- Takes amounts from the balances of locked cards that were bought in the order: [{id, amount}]. The
-- constraint of the balance refuses more than there is. A card whose balance becomes 0 is disabled.
-- Caller: GiftCardStore.
-- Locks: the cards, locked by the caller before by bought_gift_cards.
-- SQLSTATE: none.
CREATE OR REPLACE FUNCTION withdraw_gift_card_balances(
  p_order_id text,
  p_cause text,
  p_is_exchange boolean,
  p_amounts jsonb,
  p_occurred_at timestamptz,
  p_causation_id text,
  p_actor text
) RETURNS void
LANGUAGE plpgsql
SECURITY DEFINER
SET search_path = discount, pg_temp
AS $$
BEGIN
  WITH withdrawn AS (
    INSERT INTO gift_card_withdrawal (
      cause, gift_card_id, order_id, is_exchange, amount, emptied, created_at
    )
    SELECT p_cause, gift_card.id, p_order_id, p_is_exchange, taken.amount,
      gift_card.balance = taken.amount AND NOT gift_card.is_disabled, p_occurred_at
    FROM jsonb_to_recordset(p_amounts) AS taken (id text, amount bigint)
    JOIN gift_card ON gift_card.id = taken.id AND gift_card.order_id = p_order_id
    RETURNING gift_card_id, amount, emptied
  ),
  fallen AS (
    UPDATE gift_card
    SET balance = gift_card.balance - withdrawn.amount,
      is_disabled = gift_card.is_disabled OR withdrawn.emptied,
      version = gift_card.version + 1,
      updated_at = p_occurred_at
    FROM withdrawn
    WHERE gift_card.id = withdrawn.gift_card_id
    RETURNING gift_card.id, gift_card.version, withdrawn.emptied
  )
  INSERT INTO outbox (
    event_id, topic, key, type, subject, aggregate_version, data, occurred_at, causation_id, actor
  )
  SELECT gen_random_uuid()::text, 'commerce.gift-card.v1', fallen.id, fact.type, fallen.id,
    fallen.version, jsonb_build_object('id', fallen.id), p_occurred_at, p_causation_id, p_actor
  FROM fallen
  CROSS JOIN (VALUES (1, 'gift_card.updated'), (2, 'gift_card.disabled')) AS fact (place, type)
  WHERE fact.place = 1 OR fallen.emptied
  ORDER BY fallen.id, fact.place;
END
$$;

-- Restores, once, what that cause took. A card that it had emptied can be used again, unless the order
-- in which it was bought was canceled.
-- Caller: GiftCardStore.
-- Locks: the cards, in the order of ids.
-- SQLSTATE: none.
CREATE OR REPLACE FUNCTION restore_gift_card_balances(
  p_cause text, p_occurred_at timestamptz, p_causation_id text, p_actor text
) RETURNS void
LANGUAGE plpgsql
SECURITY DEFINER
SET search_path = discount, pg_temp
AS $$
BEGIN
  PERFORM FROM gift_card
  WHERE id IN (SELECT gift_card_id FROM gift_card_withdrawal WHERE cause = p_cause)
  ORDER BY id
  FOR NO KEY UPDATE;

  WITH restored AS (
    UPDATE gift_card_withdrawal
    SET restored_at = p_occurred_at
    WHERE cause = p_cause AND restored_at IS NULL
    RETURNING gift_card_id, amount, emptied
  ),
  risen AS (
    -- Staff may have raised the balance meanwhile; it never exceeds the value.
    UPDATE gift_card
    SET balance = least(gift_card.value, gift_card.balance + restored.amount),
      is_disabled = gift_card.is_disabled
        AND NOT (
          gift_card.withdrawn_at IS NULL
          AND (restored.emptied OR gift_card.balance = 0 AND EXISTS (
            SELECT FROM gift_card_withdrawal AS later
            WHERE later.gift_card_id = gift_card.id AND later.emptied
              AND later.restored_at IS NULL))),
      version = gift_card.version + 1,
      updated_at = p_occurred_at
    FROM restored
    WHERE gift_card.id = restored.gift_card_id
    RETURNING gift_card.id, gift_card.version
  )
  INSERT INTO outbox (
    event_id, topic, key, type, subject, aggregate_version, data, occurred_at, causation_id, actor
  )
  SELECT gen_random_uuid()::text, 'commerce.gift-card.v1', id, 'gift_card.updated', id, version,
    jsonb_build_object('id', id), p_occurred_at, p_causation_id, p_actor
  FROM risen
  ORDER BY id;
END
$$;

REVOKE ALL ON FUNCTION bought_gift_cards FROM PUBLIC;
REVOKE ALL ON FUNCTION withdraw_gift_card_balances FROM PUBLIC;
REVOKE ALL ON FUNCTION restore_gift_card_balances FROM PUBLIC;
REVOKE ALL ON FUNCTION charge_gift_cards FROM PUBLIC;
REVOKE ALL ON FUNCTION refund_gift_cards FROM PUBLIC;
REVOKE ALL ON FUNCTION create_gift_cards FROM PUBLIC;
REVOKE ALL ON FUNCTION withdraw_gift_cards FROM PUBLIC;
GRANT USAGE ON SCHEMA discount TO "${role_prefix}orders";
GRANT EXECUTE ON FUNCTION charge_gift_cards TO "${role_prefix}orders";
GRANT EXECUTE ON FUNCTION refund_gift_cards TO "${role_prefix}orders";
GRANT EXECUTE ON FUNCTION create_gift_cards TO "${role_prefix}orders";
GRANT EXECUTE ON FUNCTION withdraw_gift_cards TO "${role_prefix}orders";
GRANT EXECUTE ON FUNCTION bought_gift_cards TO "${role_prefix}orders";
GRANT EXECUTE ON FUNCTION withdraw_gift_card_balances TO "${role_prefix}orders";
GRANT EXECUTE ON FUNCTION restore_gift_card_balances TO "${role_prefix}orders";
