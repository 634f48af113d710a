-- Published to the verticles that verify credentials while the customer verticle is away: a login and
-- its end are in the tables of this schema, so every verticle sees both at once, and none reads the
-- tables themselves. Callers pass hashes of secrets and the contents of verified tokens.

-- Finds the users and customers of credentials, an array of documents as CustomerClient.authenticate
-- describes them: each row with the position of its document, from 0, ordered by it and by precedence.
-- Sessions that were last used before idle_since have ended. Each credential is looked up by itself,
-- by an index. A token of the shop that this one is a copy of has no id and version: it holds until a
-- change of the password here, and not for users with a second factor, which it has not passed.
-- Caller: AuthenticationStore.
-- Locks: none.
-- SQLSTATE: none.
CREATE OR REPLACE FUNCTION find_credentials(
  documents jsonb,
  moment timestamptz,
  idle_since timestamptz
) RETURNS TABLE (
  "position" integer,
  who text,
  how text,
  id text,
  role text,
  permissions text[],
  seen_at timestamptz,
  has_second_factor boolean
)
LANGUAGE plpgsql STABLE
SECURITY DEFINER
SET search_path = customer, pg_temp
AS $$
#variable_conflict use_column
BEGIN
  RETURN QUERY
  SELECT shown.place::integer - 1, found.who, found.how, found.id, found.role, found.permissions,
    found.seen_at, found.has_second_factor
  FROM (
    SELECT place, document ->> 'session' AS session,
      document #>> '{user_token,id}' AS user_id,
      (document #>> '{user_token,version}')::integer AS user_version,
      document #>> '{user_token,token_id}' AS user_token,
      document #>> '{customer_token,id}' AS customer_id,
      (document #>> '{customer_token,version}')::integer AS customer_version,
      document #>> '{customer_token,token_id}' AS customer_token,
      document -> 'api_token_hashes' AS api_tokens
    FROM jsonb_array_elements(documents) WITH ORDINALITY AS presented (document, place)
  ) AS shown
  CROSS JOIN LATERAL (
    SELECT 'user' AS who, 'SESSION' AS how, "user".id, coalesce("user".own_role, "user".role) AS role,
      1 AS rank, NULL::text[] AS permissions, session.seen_at,
      EXISTS (
        SELECT FROM second_factor WHERE user_id = "user".id AND confirmed_at IS NOT NULL
      ) AS has_second_factor
    FROM session
    JOIN "user" ON "user".id = session.user_id
    WHERE session.id_hash = shown.session
      AND session.user_expires_at > moment
      AND session.seen_at > idle_since
      AND session.user_credential_version = "user".credential_version
      AND "user".deleted_at IS NULL
    UNION ALL
    SELECT 'user', 'JWT', "user".id, coalesce("user".own_role, "user".role), 2, NULL, NULL,
      EXISTS (
        SELECT FROM second_factor WHERE user_id = "user".id AND confirmed_at IS NOT NULL
      )
    FROM "user"
    WHERE "user".id = shown.user_id
      AND "user".credential_version = coalesce(shown.user_version, 1)
      AND "user".deleted_at IS NULL
      AND CASE
        WHEN shown.user_token IS NULL THEN NOT EXISTS (
          SELECT FROM second_factor WHERE user_id = "user".id AND confirmed_at IS NOT NULL
        )
        ELSE EXISTS (
          SELECT FROM issued_token
          WHERE issued_token.id = shown.user_token AND issued_token.user_id = shown.user_id
        )
      END
    UNION ALL
    SELECT 'customer', 'SESSION', customer.id, NULL, 1, NULL, session.seen_at, NULL
    FROM session
    JOIN customer ON customer.id = session.customer_id
    WHERE session.id_hash = shown.session
      AND session.customer_expires_at > moment
      AND session.seen_at > idle_since
      AND session.customer_credential_version = customer.credential_version
      AND customer.has_account
      AND customer.deleted_at IS NULL
    UNION ALL
    SELECT 'customer', 'JWT', customer.id, NULL, 2, NULL, NULL, NULL
    FROM customer
    WHERE customer.id = shown.customer_id
      AND customer.credential_version = coalesce(shown.customer_version, 1)
      AND customer.has_account
      AND customer.deleted_at IS NULL
      AND (
        shown.customer_token IS NULL
        OR EXISTS (
          SELECT FROM issued_token
          WHERE issued_token.id = shown.customer_token
            AND issued_token.customer_id = shown.customer_id
        )
      )
    UNION ALL
    SELECT 'user', 'API_TOKEN', "user".id, coalesce("user".own_role, "user".role), 3, NULL, NULL,
      NULL
    FROM jsonb_array_elements_text(shown.api_tokens) AS api (hash)
    JOIN "user" ON "user".api_token_hash = api.hash
    WHERE "user".deleted_at IS NULL
    UNION ALL
    SELECT 'user', 'API_TOKEN', "user".id, coalesce("user".own_role, "user".role), 4,
      api_token.permissions, NULL, NULL
    FROM jsonb_array_elements_text(shown.api_tokens) AS api (hash)
    JOIN api_token ON api_token.token_hash = api.hash
    JOIN "user" ON "user".id = api_token.user_id
    WHERE api_token.expires_at > moment
      AND api_token.credential_version = "user".credential_version
      AND "user".deleted_at IS NULL
  ) AS found
  ORDER BY shown.place, found.rank, found.id;
END
$$;

-- Notes the use of sessions at a moment, unless a later one than unless_after is noted already. Only
-- one of several concurrent calls writes; a session that is changed or ended meanwhile is not waited
-- for.
-- Caller: AuthenticationStore.
-- Locks: sessions, without waiting.
-- SQLSTATE: none.
CREATE OR REPLACE FUNCTION note_session_use(
  id_hashes text[],
  moment timestamptz,
  unless_after timestamptz
) RETURNS void
LANGUAGE sql
SECURITY DEFINER
SET search_path = customer, pg_temp
AS $$
  UPDATE session
  SET seen_at = moment
  WHERE id_hash IN (
    SELECT id_hash
    FROM session
    WHERE id_hash = ANY (id_hashes)
      AND seen_at < unless_after
    FOR NO KEY UPDATE SKIP LOCKED
  );
$$;

REVOKE ALL ON FUNCTION find_credentials FROM PUBLIC;
REVOKE ALL ON FUNCTION note_session_use FROM PUBLIC;

-- A database without a schema may have no role of it.
DO $$
DECLARE
  reader text;
BEGIN
  FOR reader IN
    SELECT rolname
    FROM pg_roles
    WHERE rolname IN (
      '${role_prefix}batch', '${role_prefix}cart', '${role_prefix}catalog', '${role_prefix}discount',
      '${role_prefix}orders', '${role_prefix}webhooks'
    )
  LOOP
    EXECUTE format('GRANT USAGE ON SCHEMA customer TO %I', reader);
    EXECUTE format('GRANT EXECUTE ON FUNCTION find_credentials TO %I', reader);
    EXECUTE format('GRANT EXECUTE ON FUNCTION note_session_use TO %I', reader);
  END LOOP;
END
$$;
