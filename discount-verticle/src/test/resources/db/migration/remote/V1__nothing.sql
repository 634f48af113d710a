-- A neighbour that only has its role.
SELECT 1;
