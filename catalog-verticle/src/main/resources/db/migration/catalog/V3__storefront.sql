-- Content of the storefront that staff edit: each change is a version, and shoppers see the latest one.
-- The primary key decides between concurrent writers, who all make the version after the one they read.
CREATE TABLE storefront_version (
  version integer PRIMARY KEY CHECK (version > 0),
  content jsonb NOT NULL
    CHECK (jsonb_typeof(content) = 'object' AND octet_length(content::text) <= 524288),
  created_at timestamptz NOT NULL,
  created_by text
);
