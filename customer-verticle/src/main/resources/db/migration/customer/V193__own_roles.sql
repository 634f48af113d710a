-- Role of a user that the operator has configured. It takes the place of the built-in one, which stays
-- for clients that know no other.
ALTER TABLE "user"
  ADD COLUMN own_role text CHECK (own_role ~ '^[a-z][a-z0-9-]{0,31}$');
