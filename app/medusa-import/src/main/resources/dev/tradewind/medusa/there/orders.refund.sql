-- sums: amount by reason
SELECT s, coalesce(s.order_id, p.order_id) AS order_id,
  CASE WHEN p.amount > 0 THEN p.id END AS payment_id
FROM refund AS s
LEFT JOIN payment AS p ON p.id = s.payment_id
WHERE coalesce(s.order_id, p.order_id) IS NOT NULL
  AND s.amount > 0;
