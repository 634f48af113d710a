-- Hashes an API token that is written to the record of a user, so that it works at once and is stored
-- nowhere. Null and an empty text revoke it.
SET LOCAL lock_timeout = '1500ms';

CREATE OR REPLACE FUNCTION hash_api_token() RETURNS trigger
LANGUAGE plpgsql
AS $$
BEGIN
  NEW.api_token_hash := encode(sha256(convert_to(nullif(NEW.api_token, ''), 'UTF8')), 'hex');
  NEW.api_token := NULL;
  RETURN NEW;
END
$$;

CREATE OR REPLACE TRIGGER user_api_token
BEFORE INSERT OR UPDATE OF api_token ON "user"
FOR EACH ROW EXECUTE FUNCTION hash_api_token();
