-- key: product_id profile_id
SELECT s
FROM product_shipping_profile AS s
WHERE EXISTS (SELECT FROM product AS p WHERE p.id = s.product_id)
  -- Most versions lack the column.
  AND to_jsonb(s) ->> 'deleted_at' IS NULL
  AND EXISTS (SELECT FROM shipping_profile AS f WHERE f.id = s.profile_id);
