-- Carts are closed by the role that owns this schema; here it has nothing else.
COMMENT ON SCHEMA orders IS 'Only a role in the tests of carts';
