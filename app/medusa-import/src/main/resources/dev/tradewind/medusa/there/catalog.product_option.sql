SELECT s
FROM product_option AS s
WHERE EXISTS (SELECT FROM product AS p WHERE p.id = s.product_id);
