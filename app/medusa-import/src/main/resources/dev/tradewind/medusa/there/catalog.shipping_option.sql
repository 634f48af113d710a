SELECT s, CASE WHEN s.price_type = 'flat_rate' THEN greatest(s.amount, 0) END AS amount
FROM shipping_option AS s;
