-- needs: payment_collection payment_collection_sessions order_edit
-- The payment of a collection that its session has made: it has no reference to it.
SELECT s, k.id AS payment_collection_id,
  (SELECT count(*)
   FROM payment_collection_sessions AS o
   WHERE o.payment_collection_id = k.id AND o.payment_session_id < s.id) AS position,
  made.payment_id,
  CASE WHEN s.status = 'authorized' AND made.payment_id IS NULL THEN 'pending'
    ELSE s.status::text
  END AS status,
  CASE WHEN s.status = 'authorized' AND made.payment_id IS NOT NULL
    THEN coalesce(s.payment_authorized_at, s.updated_at)
  END AS payment_authorized_at
FROM payment_session AS s
JOIN payment_collection_sessions AS n ON n.payment_session_id = s.id
JOIN payment_collection AS k ON k.id = n.payment_collection_id AND k.amount > 0
  AND EXISTS (SELECT FROM order_edit AS e WHERE e.payment_collection_id = k.id)
LEFT JOIN LATERAL (
  SELECT p.id AS payment_id
  FROM payment_collection_payments AS x
  JOIN payment AS p ON p.id = x.payment_id
  WHERE x.payment_collection_id = k.id
    AND p.provider_id = s.provider_id
    AND p.amount = s.amount
    AND p.amount > 0
  ORDER BY p.id
  LIMIT 1
) AS made ON true
WHERE s.amount > 0;
