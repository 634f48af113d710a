-- Collections whose authorizations ended before their edits were completed are to be paid again.
WITH session AS (
  UPDATE payment_session AS s
  SET status = 'canceled', payment_id = NULL, payment_authorized_at = NULL
  FROM payment AS p, payment_collection AS c
  WHERE p.id = s.payment_id
    AND s.status = 'authorized'
    AND p.canceled_at IS NOT NULL
    AND p.order_id IS NULL
    AND c.id = s.payment_collection_id
    AND c.status <> 'canceled'
  RETURNING s.payment_collection_id, s.amount
),
ended AS (
  SELECT payment_collection_id, sum(amount)::bigint AS amount
  FROM session
  GROUP BY payment_collection_id
)
UPDATE payment_collection AS c
SET authorized_amount = c.authorized_amount - ended.amount,
  status = CASE c.authorized_amount WHEN ended.amount THEN 'awaiting'
    ELSE 'partially_authorized' END,
  version = c.version + 1
FROM ended
WHERE c.id = ended.payment_collection_id
  AND c.authorized_amount = (
    SELECT sum(amount)
    FROM payment_session
    WHERE payment_collection_id = c.id
      AND status = 'authorized'
  );
