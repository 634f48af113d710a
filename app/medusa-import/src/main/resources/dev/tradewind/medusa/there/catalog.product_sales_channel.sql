-- key: product_id sales_channel_id
-- needs: sales_channel
SELECT s
FROM product_sales_channel AS s
WHERE EXISTS (SELECT FROM product AS p WHERE p.id = s.product_id)
  -- Most versions lack the column.
  AND to_jsonb(s) ->> 'deleted_at' IS NULL
  AND EXISTS (SELECT FROM sales_channel AS c WHERE c.id = s.sales_channel_id);
