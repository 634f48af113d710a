-- sums: amount amount_refunded by currency_code provider_id
SELECT s, coalesce(s.order_id, w.order_id) AS order_id,
  CASE WHEN w.deleted_at IS NULL THEN w.id END AS swap_id, k.payment_collection_id,
  coalesce(s.cart_id, w.cart_id, CASE WHEN k.payment_collection_id IS NULL
    THEN coalesce(o.cart_id, 'cart_' || substr(o.id, 7)) END) AS cart_id
FROM payment AS s
LEFT JOIN swap AS w ON w.id = s.swap_id
LEFT JOIN "order" AS o ON o.id = coalesce(s.order_id, w.order_id)
LEFT JOIN (
  SELECT n.payment_id, n.payment_collection_id
  FROM payment_collection_payments AS n
  JOIN payment_collection AS k ON k.id = n.payment_collection_id AND k.amount > 0
    AND EXISTS (SELECT FROM order_edit AS e WHERE e.payment_collection_id = k.id)
) AS k ON k.payment_id = s.id
WHERE (coalesce(s.order_id, w.order_id) IS NOT NULL OR k.payment_id IS NOT NULL)
  AND s.amount > 0;
