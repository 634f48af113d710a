-- needs: product_variant_money_amount
-- sums: amount by currency_code
SELECT s, greatest(s.amount, 0) AS amount, l.variant_id,
  coalesce(s.deleted_at, l.deleted_at) AS deleted_at
FROM money_amount AS s
JOIN product_variant_money_amount AS l ON l.money_amount_id = s.id
WHERE EXISTS (SELECT FROM product_variant AS v WHERE v.id = l.variant_id);
