-- name: catalog.stock_taking claim_order
-- into: catalog.stock_taking
-- from: claim_order
-- key: taker variant_id
-- Units that were taken out of the simple stock of variants.
SELECT s, s.id AS taker, t.variant_id, t.quantity, s.created_at AS taken_at,
  s.canceled_at AS returned_at
FROM claim_order AS s
JOIN LATERAL (
  SELECT l.variant_id, sum(l.quantity) AS quantity
  FROM line_item AS l
  JOIN product_variant AS v ON v.id = l.variant_id
  WHERE l.claim_order_id = s.id AND v.manage_inventory AND l.quantity > 0
  GROUP BY l.variant_id
) AS t ON NOT EXISTS (
  SELECT
  FROM product_variant_inventory_item AS i
  WHERE i.variant_id = t.variant_id AND i.deleted_at IS NULL)
WHERE s.type = 'replace';
