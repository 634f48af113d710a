SELECT s FROM region AS s;
