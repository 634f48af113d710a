-- name: line_item of carts
-- table: line_item
-- optional: variant_id product_variant
SELECT l.*, c.id AS cart_id, l.of_swap AS swap_id
FROM cart.cart AS c, pg_temp.lines(c.state -> 'items') AS l
WHERE age(c.xmin) <= (SELECT age(m.finished_xid::xid) FROM medusa_import.move AS m)
  AND NOT EXISTS (SELECT FROM orders.order_line AS n WHERE n.item_id = l.id);
