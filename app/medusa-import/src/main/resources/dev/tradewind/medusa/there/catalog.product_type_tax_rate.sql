-- key: product_type_id rate_id
SELECT s FROM product_type_tax_rate AS s;
