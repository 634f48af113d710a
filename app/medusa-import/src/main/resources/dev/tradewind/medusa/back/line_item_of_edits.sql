-- name: line_item of edits
-- table: line_item
-- optional: variant_id product_variant
-- keeps: swap_id claim_order_id
SELECT l.*, p.fulfilled_quantity, p.shipped_quantity, p.returned_quantity
FROM changed_line AS l
LEFT JOIN orders.line_progress AS p ON p.item_id = (
  SELECT n.item_id
  FROM orders.line_progress AS n
  WHERE n.item_id IN (l.id, l.original)
  ORDER BY n.item_id = l.id DESC
  LIMIT 1)
WHERE l.place >= 4;
