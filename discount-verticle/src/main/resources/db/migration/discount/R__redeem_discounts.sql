-- Published to the order verticle: redeems and releases discounts within the transaction that places
-- or cancels an order. Locks are taken in one order: discounts without a parent by id, then codes of
-- dynamic discounts by id; gift cards come after them. Validity is decided by the clock of the
-- database once the locks are held.
--
-- Refusal, as SQLSTATE: TW006, its detail {discount_id, code, reason}, reason one of
-- gone, used_up, not_yet, expired, disabled.

-- Counts one use of each discount, and of the parents of those that have one. A discount that the
-- cart has redeemed before does not count again. When one of them is refused nothing is counted.
-- Caller: place_order.
-- Locks: discounts without a parent, then codes of dynamic discounts, each in the order of ids.
-- SQLSTATE: TW006.
CREATE OR REPLACE FUNCTION redeem_discounts(
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

-- Releases the uses that count for the order, once.
-- Caller: give_back.
-- Locks: those of redeem_discounts.
-- SQLSTATE: none.
CREATE OR REPLACE FUNCTION release_discounts(
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
    -- A moved shop may have counted fewer uses than it sold: Medusa v1 counts after the sale.
    SET usage_count = greatest(discount.usage_count - uses.times, 0),
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

REVOKE ALL ON FUNCTION redeem_discounts FROM PUBLIC;
REVOKE ALL ON FUNCTION release_discounts FROM PUBLIC;
GRANT USAGE ON SCHEMA discount TO "${role_prefix}orders";
GRANT EXECUTE ON FUNCTION redeem_discounts TO "${role_prefix}orders";
GRANT EXECUTE ON FUNCTION release_discounts TO "${role_prefix}orders";
