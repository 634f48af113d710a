SELECT s FROM shipping_profile AS s;
