-- key: publishable_key_id sales_channel_id
-- needs: sales_channel publishable_api_key
SELECT s
FROM publishable_api_key_sales_channel AS s
WHERE EXISTS (SELECT FROM sales_channel AS c WHERE c.id = s.sales_channel_id)
  AND EXISTS (SELECT FROM publishable_api_key AS k WHERE k.id = s.publishable_key_id)
  AND s.deleted_at IS NULL;
