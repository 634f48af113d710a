SELECT i.id, i.type, e.id AS order_edit_id, i.original_line ->> 'id' AS original_line_item_id,
  i.line_item_id, i.created_at, i.updated_at
FROM orders.order_edit AS e
JOIN changed_order AS changed ON changed.id = e.order_id,
  jsonb_to_recordset(e.content -> 'changes') AS i (id text, type text, original_line jsonb,
    line_item_id text, created_at timestamptz, updated_at timestamptz);
