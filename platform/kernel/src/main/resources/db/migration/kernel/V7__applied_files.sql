-- Digest of the files that are all applied to the schema, and the prefix of the roles that they grant to: a node
-- that starts with the same ones runs none of them again.
ALTER TABLE migration_version ADD COLUMN files text;
