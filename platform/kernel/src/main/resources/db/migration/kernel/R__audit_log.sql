-- Record an entry for each event of the audit topic, in the transaction of the event.
CREATE OR REPLACE FUNCTION record_audit_entry() RETURNS trigger
LANGUAGE plpgsql
AS $$
BEGIN
  WITH recorded AS (
    INSERT INTO audit_entry (
      id, created_at, actor_type, actor_id, credential, address, request_id, action, subject, before,
      after
    )
    VALUES (
      NEW.event_id, NEW.occurred_at, replace(lower(split_part(NEW.actor, ':', 1)), 'nobody', 'anonymous'),
      nullif(split_part(NEW.actor, ':', 2), ''), nullif(lower(split_part(NEW.actor, ':', 3)), ''),
      NEW.data ->> 'address', NEW.causation_id, NEW.data ->> 'action', NEW.subject,
      nullif(NEW.data -> 'before', 'null'), nullif(NEW.data -> 'after', 'null')
    )
    ON CONFLICT (id) DO NOTHING
    RETURNING sequence
  )
  INSERT INTO audit_unchained (entry)
  SELECT sequence
  FROM recorded;
  RETURN NULL;
END;
$$;

CREATE OR REPLACE TRIGGER record_audit_entry
  AFTER INSERT ON outbox
  FOR EACH ROW
  WHEN (NEW.topic = 'commerce.audit.v1')
  EXECUTE FUNCTION record_audit_entry();

-- Refuse any change of what is recorded, also by the owner of the tables and during replication.
CREATE OR REPLACE FUNCTION refuse_audit_change() RETURNS trigger
LANGUAGE plpgsql
AS $$
BEGIN
  RAISE EXCEPTION 'The audit log is append-only' USING ERRCODE = 'insufficient_privilege';
END;
$$;

CREATE OR REPLACE TRIGGER append_only
  BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_entry
  FOR EACH STATEMENT
  EXECUTE FUNCTION refuse_audit_change();

CREATE OR REPLACE TRIGGER append_only_chain
  BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_chain
  FOR EACH STATEMENT
  EXECUTE FUNCTION refuse_audit_change();

ALTER TABLE audit_entry ENABLE ALWAYS TRIGGER append_only;
ALTER TABLE audit_chain ENABLE ALWAYS TRIGGER append_only_chain;

-- The text of an entry that its hash covers. AuditVerification writes the same expression out.
CREATE OR REPLACE FUNCTION audit_entry_text(entry audit_entry) RETURNS text
LANGUAGE sql STABLE
AS $$
  SELECT jsonb_build_array(
    entry.sequence, entry.id, extract(epoch FROM entry.created_at), entry.actor_type,
    entry.actor_id, entry.credential, entry.address, entry.request_id, entry.action, entry.subject,
    entry.before, entry.after
  )::text;
$$;

-- Chain the next entries, in their sequence as far as they are committed. One transaction at
-- a time; another one returns at once. Returns the number of chained entries.
CREATE OR REPLACE FUNCTION chain_audit_entries(most integer) RETURNS integer
LANGUAGE plpgsql
AS $$
DECLARE
  next record;
  tail bigint;
  link bytea;
  chained integer := 0;
BEGIN
  IF NOT pg_try_advisory_xact_lock(hashtextextended(current_schema || '.audit_chain', 0)) THEN
    RETURN 0;
  END IF;
  SELECT position, hash INTO tail, link
  FROM audit_chain
  ORDER BY position DESC
  LIMIT 1;
  FOR next IN
    SELECT recorded.sequence, audit_entry_text(recorded) AS text
    FROM audit_unchained
    JOIN audit_entry AS recorded ON recorded.sequence = audit_unchained.entry
    ORDER BY recorded.sequence
    LIMIT most
  LOOP
    tail := coalesce(tail, 0) + 1;
    link := sha256(coalesce(link, '') || convert_to(next.text, 'UTF8'));
    INSERT INTO audit_chain (position, entry, hash)
    VALUES (tail, next.sequence, link);
    DELETE FROM audit_unchained
    WHERE entry = next.sequence;
    chained := chained + 1;
  END LOOP;
  RETURN chained;
END;
$$;

REVOKE ALL ON FUNCTION
  record_audit_entry, refuse_audit_change, audit_entry_text, chain_audit_entries FROM PUBLIC;
