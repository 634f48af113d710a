-- name: catalog.money_amount
-- into: catalog.money_amount
-- from: money_amount
-- without: product_variant_money_amount
-- sums: amount by currency_code
-- Versions before 1.17 keep the variant in the price.
SELECT s, greatest(s.amount, 0) AS amount
FROM money_amount AS s
WHERE EXISTS (SELECT FROM product_variant AS v WHERE v.id = s.variant_id);
