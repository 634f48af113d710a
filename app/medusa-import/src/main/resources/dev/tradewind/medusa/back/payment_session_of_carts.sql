-- name: payment_session of carts
-- table: payment_session
-- Sessions that are not selected have null: one of a cart is selected, by a unique index.
SELECT s.id, c.id AS cart_id, s.provider_id, CASE WHEN s.is_selected THEN true END AS is_selected,
  s.status, coalesce(s.data, '{}') AS data, s.amount,
  coalesce(s.is_initiated, false) AS is_initiated, s.payment_authorized_at, s.created_at,
  s.updated_at
FROM cart.cart AS c,
  jsonb_to_recordset(c.state -> 'payment_sessions') AS s (id text, provider_id text,
    is_selected boolean, is_initiated boolean, status text, data jsonb, amount bigint,
    payment_authorized_at timestamptz, created_at timestamptz, updated_at timestamptz)
WHERE age(c.xmin) <= (SELECT age(m.finished_xid::xid) FROM medusa_import.move AS m);
