SELECT s FROM sales_channel AS s;
