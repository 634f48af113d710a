-- key: order_id gift_card_id
SELECT DISTINCT o.id AS order_id, d.id AS gift_card_id
FROM orders."order" AS o, json_to_recordset(o.snapshot -> 'gift_cards') AS d (id text)
WHERE age(o.xmin) <= (SELECT age(m.finished_xid::xid) FROM medusa_import.move AS m);
