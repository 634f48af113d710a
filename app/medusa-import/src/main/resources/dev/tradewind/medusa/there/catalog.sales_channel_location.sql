-- needs: sales_channel stock_location
SELECT s
FROM sales_channel_location AS s
WHERE EXISTS (SELECT FROM sales_channel AS c WHERE c.id = s.sales_channel_id)
  AND EXISTS (SELECT FROM stock_location AS l WHERE l.id = s.location_id);
