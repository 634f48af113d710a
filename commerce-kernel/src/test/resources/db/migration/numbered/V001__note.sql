CREATE TABLE note (id text PRIMARY KEY);

CREATE FUNCTION greeting() RETURNS text LANGUAGE sql AS $$ SELECT 'old' $$;
