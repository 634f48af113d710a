-- The version of the migration files that made the schema, and the oldest one whose nodes may serve on it.
-- Older nodes leave the schema as it is.
CREATE TABLE migration_version (
  version integer NOT NULL,
  oldest_compatible integer NOT NULL CHECK (oldest_compatible <= version)
);
CREATE UNIQUE INDEX migration_version_single ON migration_version ((true));
