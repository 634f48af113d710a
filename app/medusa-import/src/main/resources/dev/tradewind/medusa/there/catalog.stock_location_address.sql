SELECT s FROM stock_location_address AS s;
