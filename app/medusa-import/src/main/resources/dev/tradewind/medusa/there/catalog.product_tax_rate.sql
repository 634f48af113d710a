-- key: product_id rate_id
SELECT s FROM product_tax_rate AS s;
