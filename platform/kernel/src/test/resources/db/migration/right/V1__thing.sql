CREATE TABLE thing (id text PRIMARY KEY, version bigint NOT NULL DEFAULT 1);
