-- Orders of line items: the snapshot has the line items of one order, and this table finds the order of
-- a line item that a request names by mistake.
CREATE TABLE order_line (
  item_id text PRIMARY KEY,
  order_id text NOT NULL REFERENCES "order" (id)
);

INSERT INTO order_line (item_id, order_id)
SELECT line ->> 'id', placed.id
FROM "order" AS placed
CROSS JOIN json_array_elements(placed.snapshot -> 'items') AS line
ON CONFLICT DO NOTHING;
