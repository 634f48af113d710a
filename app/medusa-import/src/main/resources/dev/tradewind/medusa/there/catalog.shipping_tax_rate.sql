-- key: shipping_option_id rate_id
SELECT s FROM shipping_tax_rate AS s;
