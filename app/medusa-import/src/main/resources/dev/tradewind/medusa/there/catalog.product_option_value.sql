SELECT s
FROM product_option_value AS s
JOIN product_option AS o ON o.id = s.option_id
WHERE EXISTS (SELECT FROM product AS p WHERE p.id = o.product_id);
