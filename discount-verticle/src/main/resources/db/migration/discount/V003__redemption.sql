-- Published to the order verticle: what placing and canceling an order does to discounts and gift
-- cards, within the order's transaction. Everybody locks in the same order: discounts that have no
-- parent by id, then codes by id, then gift cards by id. Validity is judged by the clock of the
-- database once the locks are held.
--
-- Refusals, as SQLSTATE, with a JSON object as detail:
--   TW006  a discount: {discount_id, code, reason}, reason one of
--          gone, used_up, not_yet, expired, disabled
--   TW007  a gift card: {gift_card_id, code, reason}, reason one of
--          gone, disabled, expired, balance

-- Counts one use of each discount, and of the parents of those that have one. What the cart has
-- redeemed before does not count again. When one of them is refused nothing is counted.
CREATE FUNCTION redeem_discounts_v1(
  p_cart_id text,
  p_order_id text,
  p_discount_ids text[],
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
  new_ids text[];
  refused jsonb;
BEGIN
  PERFORM FROM discount
  WHERE id IN (
    SELECT coalesce(parent_discount_id, id) FROM discount WHERE id = ANY (p_discount_ids))
  ORDER BY id
  FOR NO KEY UPDATE;

  PERFORM FROM discount
  WHERE id = ANY (p_discount_ids) AND parent_discount_id IS NOT NULL
  ORDER BY id
  FOR NO KEY UPDATE;

  moment := clock_timestamp();

  SELECT array_agg(DISTINCT wanted.id)
  INTO new_ids
  FROM unnest(p_discount_ids) AS wanted (id)
  WHERE NOT EXISTS (
    SELECT FROM discount_redemption AS done
    WHERE done.cart_id = p_cart_id AND done.discount_id = wanted.id AND done.released_at IS NULL);

  WITH wanted AS (
    SELECT wanted.id, wanted.place, discount.parent_discount_id
    FROM unnest(p_discount_ids) WITH ORDINALITY AS wanted (id, place)
    LEFT JOIN discount ON discount.id = wanted.id
    WHERE wanted.id = ANY (new_ids)
  ),
  uses AS (
    SELECT used.id, count(DISTINCT used.by_id) AS times
    FROM (
      SELECT id, id AS by_id FROM wanted
      UNION ALL
      SELECT parent_discount_id, id FROM wanted WHERE parent_discount_id IS NOT NULL
    ) AS used
    GROUP BY used.id
  ),
  judged AS (
    SELECT wanted.id, wanted.place, discount.code,
      CASE
        WHEN discount.id IS NULL OR discount.deleted_at IS NOT NULL THEN 'gone'
        WHEN discount.usage_count + own.times > discount.usage_limit
          OR parent.usage_count + shared.times > parent.usage_limit THEN 'used_up'
        WHEN discount.starts_at > moment THEN 'not_yet'
        WHEN discount.ends_at < moment THEN 'expired'
        WHEN discount.is_disabled THEN 'disabled'
      END AS reason
    FROM wanted
    LEFT JOIN discount ON discount.id = wanted.id
    LEFT JOIN discount AS parent ON parent.id = discount.parent_discount_id
    LEFT JOIN uses AS own ON own.id = discount.id
    LEFT JOIN uses AS shared ON shared.id = parent.id
  )
  SELECT jsonb_build_object('discount_id', id, 'code', code, 'reason', reason)
  INTO refused
  FROM judged
  WHERE reason IS NOT NULL
  ORDER BY place
  LIMIT 1;

  IF refused IS NOT NULL THEN
    RAISE EXCEPTION USING
      ERRCODE = 'TW006',
      MESSAGE = 'A discount cannot be used',
      DETAIL = refused::text;
  END IF;

  WITH redeemed AS (
    INSERT INTO discount_redemption AS redemption (cart_id, discount_id, order_id, redeemed_at)
    SELECT p_cart_id, wanted.id, p_order_id, p_occurred_at
    FROM unnest(new_ids) AS wanted (id)
    ON CONFLICT (cart_id, discount_id) DO UPDATE
    SET order_id = excluded.order_id, redeemed_at = excluded.redeemed_at, released_at = NULL
    WHERE redemption.released_at IS NOT NULL
    RETURNING discount_id
  ),
  uses AS (
    SELECT used.id, count(*)::integer AS times
    FROM (
      SELECT discount_id AS id FROM redeemed
      UNION ALL
      SELECT discount.parent_discount_id
      FROM redeemed
      JOIN discount ON discount.id = redeemed.discount_id
      WHERE discount.parent_discount_id IS NOT NULL
    ) AS used
    GROUP BY used.id
  ),
  counted AS (
    UPDATE discount
    SET usage_count = discount.usage_count + uses.times,
      version = discount.version + 1,
      updated_at = p_occurred_at
    FROM uses
    WHERE discount.id = uses.id
    RETURNING discount.id, discount.parent_discount_id, discount.version, discount.usage_count
  )
  INSERT INTO outbox (
    event_id, topic, key, type, subject, aggregate_version, data, occurred_at, causation_id, actor
  )
  SELECT gen_random_uuid()::text, 'commerce.discount.v1', coalesce(parent_discount_id, id),
    'discount.usage_changed', id, version,
    jsonb_build_object('id', id, 'usage_count', usage_count, 'order_id', p_order_id),
    p_occurred_at, p_causation_id, p_actor
  FROM counted
  ORDER BY parent_discount_id NULLS FIRST, id;
END
$$;

-- Gives back the uses that count for the order, once.
CREATE FUNCTION release_discounts_v1(
  p_order_id text, p_occurred_at timestamptz, p_causation_id text, p_actor text
) RETURNS void
LANGUAGE plpgsql
SECURITY DEFINER
SET search_path = discount, pg_temp
AS $$
DECLARE
  used_ids text[];
BEGIN
  SELECT array_agg(discount_id)
  INTO used_ids
  FROM discount_redemption
  WHERE order_id = p_order_id AND released_at IS NULL;

  PERFORM FROM discount
  WHERE id IN (SELECT coalesce(parent_discount_id, id) FROM discount WHERE id = ANY (used_ids))
  ORDER BY id
  FOR NO KEY UPDATE;

  PERFORM FROM discount
  WHERE id = ANY (used_ids) AND parent_discount_id IS NOT NULL
  ORDER BY id
  FOR NO KEY UPDATE;

  WITH released AS (
    UPDATE discount_redemption
    SET released_at = p_occurred_at
    WHERE order_id = p_order_id AND released_at IS NULL
    RETURNING discount_id
  ),
  uses AS (
    SELECT used.id, count(*)::integer AS times
    FROM (
      SELECT discount_id AS id FROM released
      UNION ALL
      SELECT discount.parent_discount_id
      FROM released
      JOIN discount ON discount.id = released.discount_id
      WHERE discount.parent_discount_id IS NOT NULL
    ) AS used
    GROUP BY used.id
  ),
  counted AS (
    UPDATE discount
    SET usage_count = discount.usage_count - uses.times,
      version = discount.version + 1,
      updated_at = p_occurred_at
    FROM uses
    WHERE discount.id = uses.id
    RETURNING discount.id, discount.parent_discount_id, discount.version, discount.usage_count
  )
  INSERT INTO outbox (
    event_id, topic, key, type, subject, aggregate_version, data, occurred_at, causation_id, actor
  )
  SELECT gen_random_uuid()::text, 'commerce.discount.v1', coalesce(parent_discount_id, id),
    'discount.usage_changed', id, version,
    jsonb_build_object('id', id, 'usage_count', usage_count, 'order_id', p_order_id),
    p_occurred_at, p_causation_id, p_actor
  FROM counted
  ORDER BY parent_discount_id NULLS FIRST, id;
END
$$;

-- Takes amounts off gift cards: [{id, transaction_id, amount, is_taxable, tax_rate}], each with the
-- id that its transaction gets. A card that the order has charged before is not charged again; one
-- whose balance becomes 0 is disabled. When one of them is refused none is charged.
CREATE FUNCTION charge_gift_cards_v1(
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

-- Puts what the order charged back on the cards, once. A card that the order had emptied can be
-- used again.
CREATE FUNCTION refund_gift_cards_v1(
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

-- The cards that were bought in the order: [{id, code, value, region_id, tax_rate, metadata,
-- order_display_id}]. They are made once for an order.
CREATE FUNCTION create_gift_cards_v1(
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
    RETURNING id, version
  )
  INSERT INTO outbox (
    event_id, topic, key, type, subject, aggregate_version, data, occurred_at, causation_id, actor
  )
  SELECT gen_random_uuid()::text, 'commerce.gift-card.v1', id, 'gift_card.created', id, version,
    jsonb_build_object('id', id), p_occurred_at, p_causation_id, p_actor
  FROM created
  ORDER BY id;
END
$$;

REVOKE ALL ON FUNCTION redeem_discounts_v1 FROM PUBLIC;
REVOKE ALL ON FUNCTION release_discounts_v1 FROM PUBLIC;
REVOKE ALL ON FUNCTION charge_gift_cards_v1 FROM PUBLIC;
REVOKE ALL ON FUNCTION refund_gift_cards_v1 FROM PUBLIC;
REVOKE ALL ON FUNCTION create_gift_cards_v1 FROM PUBLIC;
GRANT USAGE ON SCHEMA discount TO orders;
GRANT EXECUTE ON FUNCTION redeem_discounts_v1 TO orders;
GRANT EXECUTE ON FUNCTION release_discounts_v1 TO orders;
GRANT EXECUTE ON FUNCTION charge_gift_cards_v1 TO orders;
GRANT EXECUTE ON FUNCTION refund_gift_cards_v1 TO orders;
GRANT EXECUTE ON FUNCTION create_gift_cards_v1 TO orders;
