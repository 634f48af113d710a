-- key: item_id tag_id
WITH changed AS (
  SELECT o.id FROM orders."order" AS o
  WHERE age(o.xmin) <= (SELECT age(m.finished_xid::xid) FROM medusa_import.move AS m)
)
SELECT n.claim_item_id AS item_id, n.claim_tag_id AS tag_id
FROM orders.claim_item_tag AS n
JOIN orders.claim_tag AS t ON t.id = n.claim_tag_id
JOIN orders.claim_item AS i ON i.id = n.claim_item_id
JOIN orders.claim_order AS c ON c.id = i.claim_order_id
JOIN changed ON changed.id = c.order_id;
