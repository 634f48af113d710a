SELECT p.id, p.swap_id, CASE WHEN p.swap_id IS NULL THEN p.order_id END AS order_id,
  (SELECT c.id FROM cart.cart AS c WHERE c.id = p.cart_id) AS cart_id, p.amount, p.currency_code,
  p.amount_refunded, p.provider_id, p.data, p.captured_at, p.canceled_at, p.metadata,
  p.idempotency_key, p.created_at, p.updated_at
FROM orders.payment AS p
LEFT JOIN orders.payment_collection AS k ON k.id = p.payment_collection_id
WHERE NOT p.awaits_authorization
  AND (p.order_id IN (TABLE changed_order) OR k.order_id IN (TABLE changed_order));
