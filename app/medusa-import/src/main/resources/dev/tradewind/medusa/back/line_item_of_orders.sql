-- name: line_item of orders
-- table: line_item
-- optional: variant_id product_variant
SELECT l.*,
  (SELECT c.id FROM cart.cart AS c WHERE c.id = coalesce(l.of_cart,
    CASE WHEN l.of_edit IS NULL THEN l.sale_cart END)) AS cart_id,
  p.fulfilled_quantity, p.shipped_quantity, p.returned_quantity
FROM changed_line AS l
LEFT JOIN orders.line_progress AS p ON p.item_id = l.id
WHERE l.place < 4;
