-- name: line_item of originals
-- table: line_item
-- rows: updated
-- Lines of orders are copies of those that an edit replaced, and those of open edits of them.
WITH changed AS (
  SELECT o.id FROM orders."order" AS o
  WHERE age(o.xmin) <= (SELECT age(m.finished_xid::xid) FROM medusa_import.move AS m)
)
SELECT DISTINCT ON (l.id) l.id, l.original_item_id
FROM (
  SELECT 1 AS place, NULL AS edit_id, (o.snapshot -> 'items')::jsonb AS items
  FROM orders."order" AS o
  JOIN changed USING (id)
  UNION ALL
  SELECT 2, NULL, w.items::jsonb
  FROM orders.swap AS w
  JOIN changed ON changed.id = w.order_id
  UNION ALL
  SELECT 3, NULL, c.additional_items::jsonb
  FROM orders.claim_order AS c
  JOIN changed ON changed.id = c.order_id
  UNION ALL
  SELECT 4, e.id, e.content -> 'items'
  FROM orders.order_edit AS e
  JOIN changed ON changed.id = e.order_id
  UNION ALL
  SELECT 5, NULL, (e.replaced -> 'items')::jsonb
  FROM orders.order_edit AS e
  JOIN changed ON changed.id = e.order_id
) AS edit,
  jsonb_to_recordset(edit.items) AS l (id text, original_item_id text, order_edit_id text)
WHERE l.original_item_id IS NOT NULL
  AND (edit.place < 4 OR NOT EXISTS (
  SELECT
  FROM orders.order_edit AS e
  JOIN orders."order" AS o ON o.id = e.order_id,
    json_to_recordset(o.snapshot -> 'items') AS s (id text)
  WHERE e.id = coalesce(edit.edit_id, l.order_edit_id) AND s.id = l.id))
ORDER BY l.id, edit.place DESC;
