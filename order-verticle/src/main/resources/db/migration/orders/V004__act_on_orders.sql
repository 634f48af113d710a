-- What a payment provider is to do for an order: committed before the provider is called, so that
-- whatever dies, somebody knows what to ask for again under the same key. A payment is captured and
-- given up once, whoever asks for it; what is to go back to the shopper is reserved by its row.
CREATE TABLE payment_work (
  id text PRIMARY KEY,
  order_id text NOT NULL REFERENCES "order" (id),
  payment_id text NOT NULL REFERENCES payment (id),
  kind text NOT NULL CHECK (kind IN ('capture', 'cancel', 'refund')),
  amount bigint NOT NULL CHECK (amount > 0),
  status text NOT NULL DEFAULT 'asked' CHECK (status IN ('asked', 'done')),
  details jsonb NOT NULL DEFAULT '{}',
  idempotency_key text,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  CHECK (kind = 'refund' OR id = payment_id || ':' || kind)
);

CREATE INDEX payment_work_order ON payment_work (order_id);
CREATE INDEX payment_work_open ON payment_work (updated_at) WHERE status = 'asked';

-- Gives back what placing the order took, in the order of the locks that everything in the shop
-- keeps. Each of the functions does it once.
CREATE FUNCTION give_back(
  p_order_id text, p_occurred_at timestamptz, p_causation_id text, p_actor text
) RETURNS void
LANGUAGE plpgsql
SET search_path = orders, pg_temp
AS $$
BEGIN
  PERFORM catalog.return_stock_v1(p_order_id, p_occurred_at, p_causation_id, p_actor);
  PERFORM discount.release_discounts_v1(p_order_id, p_occurred_at, p_causation_id, p_actor);
  PERFORM discount.refund_gift_cards_v1(p_order_id, p_occurred_at, p_causation_id, p_actor);
END
$$;
