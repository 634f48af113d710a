-- needs: order_edit
-- sums: amount by currency_code status
SELECT s, e.order_id
FROM payment_collection AS s
JOIN order_edit AS e ON e.payment_collection_id = s.id
WHERE s.amount > 0;
