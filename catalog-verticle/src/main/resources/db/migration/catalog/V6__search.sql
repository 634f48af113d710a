-- Settings of the search that staff edit: each change is a version, and searches use the latest one. The
-- primary key decides between concurrent writers, who all make the version after the one they read.
CREATE TABLE search_settings (
  version integer PRIMARY KEY CHECK (version > 0),
  content jsonb NOT NULL
    CHECK (jsonb_typeof(content) = 'object' AND octet_length(content::text) <= 524288),
  created_at timestamptz NOT NULL,
  created_by text
);

-- How often words were searched for, once several clients have searched for them. Nothing tells who did.
CREATE TABLE search_query (
  query text PRIMARY KEY CHECK (length(query) BETWEEN 1 AND 100),
  searches bigint NOT NULL CHECK (searches > 0),
  without_hit bigint NOT NULL CHECK (without_hit BETWEEN 0 AND searches),
  searched_at timestamptz NOT NULL
);

CREATE INDEX search_query_frequent ON search_query (searches DESC, query);
CREATE INDEX search_query_without_hit ON search_query (without_hit DESC, query) WHERE without_hit > 0;
-- The rows that were searched for least recently are deleted above a number of rows.
CREATE INDEX search_query_recent ON search_query (searched_at DESC, query);
