-- needs: inventory_item stock_location
SELECT s,
  (SELECT coalesce(l.order_id, l.swap_id, l.claim_order_id)
   FROM line_item AS l
   WHERE l.id = s.line_item_id) AS taker
FROM reservation_item AS s
WHERE EXISTS (SELECT FROM inventory_item AS i WHERE i.id = s.inventory_item_id)
  AND EXISTS (SELECT FROM stock_location AS l WHERE l.id = s.location_id);
