SELECT s, greatest(s.amount, 0) AS amount
FROM shipping_option_requirement AS s;
