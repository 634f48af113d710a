-- from: store_currencies
-- key: store_id currency_code
SELECT s FROM store_currencies AS s;
