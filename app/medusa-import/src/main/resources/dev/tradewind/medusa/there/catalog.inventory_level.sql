-- needs: inventory_item stock_location
-- sums: stocked_quantity reserved_quantity by location_id
SELECT s
FROM inventory_level AS s
WHERE EXISTS (SELECT FROM inventory_item AS i WHERE i.id = s.inventory_item_id)
  AND EXISTS (SELECT FROM stock_location AS l WHERE l.id = s.location_id);
