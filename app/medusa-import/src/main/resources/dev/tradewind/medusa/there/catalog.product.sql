-- sums: rows by status
SELECT s FROM product AS s;
