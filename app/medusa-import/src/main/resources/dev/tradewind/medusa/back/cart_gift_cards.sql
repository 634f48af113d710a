-- key: cart_id gift_card_id
SELECT c.id AS cart_id, g.id AS gift_card_id
FROM cart.cart AS c, jsonb_array_elements_text(c.state -> 'gift_card_ids') AS g (id)
WHERE age(c.xmin) <= (SELECT age(m.finished_xid::xid) FROM medusa_import.move AS m);
