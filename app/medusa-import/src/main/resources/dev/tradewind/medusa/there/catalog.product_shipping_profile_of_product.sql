-- name: catalog.product_shipping_profile
-- into: catalog.product_shipping_profile
-- from: product
-- key: product_id profile_id
-- order: id profile_id
-- without: product_shipping_profile
-- Versions before 1.16 keep the profile in the product.
SELECT s, s.id AS product_id
FROM product AS s
WHERE EXISTS (SELECT FROM shipping_profile AS f WHERE f.id = s.profile_id);
