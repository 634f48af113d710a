SELECT s FROM stock_location AS s;
