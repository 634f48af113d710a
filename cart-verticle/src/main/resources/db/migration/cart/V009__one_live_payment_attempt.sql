-- A cart has at most one live payment attempt, the one that its order used included. Attempts that
-- parallel completions opened beside the order's payment hold money that nothing else gives back:
-- the next run of the reconciliation voids them.
LOCK TABLE payment_attempt IN SHARE ROW EXCLUSIVE MODE;

UPDATE payment_attempt AS attempt
SET status = 'voiding', updated_at = attempt.created_at
FROM cart
WHERE cart.id = attempt.cart_id
  AND cart.order_id IS NOT NULL
  AND attempt.status IN ('authorizing', 'authorized');

CREATE UNIQUE INDEX payment_attempt_live ON payment_attempt (cart_id)
  WHERE status IN ('authorizing', 'authorized', 'used');
DROP INDEX payment_attempt_open;
