-- What staff search orders for is kept in one column, made of the row itself, so that one index
-- serves all of it. A line break keeps the parts apart: no search finds the end of one and the
-- beginning of the next.
ALTER TABLE "order"
  ALTER COLUMN tax_rate TYPE numeric,
  ADD COLUMN search text NOT NULL GENERATED ALWAYS AS (
    email || E'\n' || display_id::text
      || E'\n' || coalesce(snapshot #>> '{shipping_address,first_name}', '')
      || E'\n' || coalesce(snapshot #>> '{customer,first_name}', '')
      || E'\n' || coalesce(snapshot #>> '{customer,last_name}', '')
      || E'\n' || coalesce(snapshot #>> '{customer,phone}', '')
  ) STORED;

CREATE INDEX order_search ON "order" USING gin (search public.gin_trgm_ops);

-- Pages are read from an index in their order, and counted from the index alone.
DROP INDEX order_created;
DROP INDEX order_customer;
DROP INDEX order_email;
CREATE INDEX order_created ON "order" (created_at, id)
  INCLUDE (status, payment_status, fulfillment_status, region_id);
CREATE INDEX order_customer ON "order" (customer_id, created_at, id);
CREATE INDEX order_email ON "order" (email, created_at, id);
CREATE INDEX order_status ON "order" (status, created_at, id)
  INCLUDE (payment_status, fulfillment_status, region_id);
CREATE INDEX order_payment_status ON "order" (payment_status, created_at, id);
CREATE INDEX order_fulfillment_status ON "order" (fulfillment_status, created_at, id);
CREATE INDEX order_region ON "order" (region_id, created_at, id)
  INCLUDE (status, payment_status, fulfillment_status);

-- What went back to the shopper, once the provider has said so.
CREATE TABLE refund (
  id text PRIMARY KEY,
  order_id text NOT NULL REFERENCES "order" (id),
  payment_id text NOT NULL REFERENCES payment (id),
  amount bigint NOT NULL CHECK (amount > 0),
  note text,
  reason text NOT NULL CHECK (reason IN ('discount', 'return', 'swap', 'claim', 'other')),
  metadata jsonb,
  idempotency_key text,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL
);

CREATE INDEX refund_order ON refund (order_id);
