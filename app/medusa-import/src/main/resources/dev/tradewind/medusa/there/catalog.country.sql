SELECT s FROM country AS s;
