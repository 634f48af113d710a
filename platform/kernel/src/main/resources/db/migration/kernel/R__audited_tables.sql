-- Audit entries of tables: whichever statement changes a row, the audit log has it, with the values before
-- and after. A schema names its tables with audit_table() in a repeatable file.

-- Records the changes of a statement, an entry for each subject. The arguments are the action, the columns of
-- which the first with a value is the id of the subject, the audited columns, and the name under which
-- an entry lists its rows; without a name, a row is an entry of its own, with the columns that differ. A
-- deleted row has no values.
--
-- The transaction names its call in the setting tradewind.call; the connections of a node have one of their
-- own for work without a call. Other logins, which load whole shops, have none, and record nothing.
CREATE OR REPLACE FUNCTION record_row_changes() RETURNS trigger
LANGUAGE plpgsql
AS $$
DECLARE
  caller jsonb := nullif(current_setting('tradewind.call', true), '')::jsonb;
  subjects text[] := string_to_array(TG_ARGV[1], ',');
  audited text[] := string_to_array(TG_ARGV[2], ',');
  rows_before jsonb := '[]';
  rows_after jsonb := '[]';
BEGIN
  IF caller IS NULL THEN
    RETURN NULL;
  END IF;
  IF TG_OP <> 'INSERT' THEN
    SELECT coalesce(jsonb_agg(to_jsonb(former)), '[]') INTO rows_before FROM former;
  END IF;
  IF TG_OP <> 'DELETE' THEN
    SELECT coalesce(jsonb_agg(to_jsonb(changed)), '[]') INTO rows_after FROM changed;
  END IF;

  WITH row_value AS (
    SELECT side.name AS side, given.value AS whole,
      (SELECT given.value ->> named.name
        FROM unnest(subjects) WITH ORDINALITY AS named (name, place)
        WHERE given.value ->> named.name IS NOT NULL
        ORDER BY named.place
        LIMIT 1) AS subject,
      (SELECT jsonb_object_agg(named.name, given.value -> named.name)
        FROM unnest(audited) AS named (name)) AS value
    FROM (VALUES ('before', rows_before), ('after', rows_after)) AS side (name, list)
    CROSS JOIN LATERAL jsonb_array_elements(side.list) AS given (value)
    WHERE given.value ->> 'deleted_at' IS NULL
  ),
  difference AS (
    SELECT coalesce(row_after.subject, row_before.subject) AS subject,
      row_before.value AS before, row_after.value AS after
    FROM (SELECT * FROM row_value WHERE side = 'before') AS row_before
    FULL JOIN (SELECT * FROM row_value WHERE side = 'after') AS row_after
      ON coalesce(row_before.whole ->> 'id', row_before.value::text)
        = coalesce(row_after.whole ->> 'id', row_after.value::text)
    WHERE row_before.value IS DISTINCT FROM row_after.value
  ),
  entry AS (
    SELECT subject,
      CASE WHEN after IS NULL THEN before ELSE
        (SELECT jsonb_object_agg(key, value) FROM jsonb_each(before) WHERE after -> key <> value)
      END AS before,
      CASE WHEN before IS NULL THEN after ELSE
        (SELECT jsonb_object_agg(key, value) FROM jsonb_each(after) WHERE before -> key <> value)
      END AS after
    FROM difference
    WHERE TG_NARGS = 3
    UNION ALL
    -- An entry lists a hundred rows at most, and counts them.
    SELECT subject,
      CASE WHEN count(before) > 0 THEN jsonb_build_object(
        TG_ARGV[3],
        jsonb_path_query_array(jsonb_agg(before) FILTER (WHERE before IS NOT NULL), '$[0 to 99]'),
        'count', count(before)) END,
      CASE WHEN count(after) > 0 THEN jsonb_build_object(
        TG_ARGV[3],
        jsonb_path_query_array(jsonb_agg(after) FILTER (WHERE after IS NOT NULL), '$[0 to 99]'),
        'count', count(after)) END
    FROM difference
    WHERE TG_NARGS = 4
    GROUP BY subject
  )
  INSERT INTO outbox (
    event_id, topic, key, type, subject, aggregate_version, data, occurred_at, causation_id, actor,
    traceparent, tracestate
  )
  SELECT new_ulid(), 'commerce.audit.v1', subject, 'audit.recorded', subject, 0,
    jsonb_build_object(
      'id', subject, 'action', TG_ARGV[0], 'address', caller -> 'address',
      'before', before, 'after', after),
    date_trunc('milliseconds', clock_timestamp()), caller ->> 'command', caller ->> 'actor',
    caller ->> 'traceparent', caller ->> 'tracestate'
  FROM entry
  ORDER BY subject;
  RETURN NULL;
END
$$;

-- Creates the triggers of an audited table.
CREATE OR REPLACE FUNCTION audit_table(
  relation text, action text, subjects text, columns text, member text DEFAULT NULL
) RETURNS void
LANGUAGE plpgsql
AS $$
DECLARE
  event text;
BEGIN
  FOREACH event IN ARRAY ARRAY['insert', 'update', 'delete'] LOOP
    EXECUTE format(
      'CREATE OR REPLACE TRIGGER %I AFTER %s ON %I
       REFERENCING %s %s
       FOR EACH STATEMENT EXECUTE FUNCTION record_row_changes(%s)',
      'audited_' || event,
      event,
      relation,
      CASE WHEN event <> 'insert' THEN 'OLD TABLE AS former' END,
      CASE WHEN event <> 'delete' THEN 'NEW TABLE AS changed' END,
      concat_ws(', ', quote_literal(action), quote_literal(subjects), quote_literal(columns),
        quote_literal(member)));
  END LOOP;
END
$$;

-- Statements of other schemas have another search path.
DO $$
BEGIN
  EXECUTE format(
    'ALTER FUNCTION record_row_changes() SET search_path = %I, pg_temp', current_schema);
END
$$;

REVOKE ALL ON FUNCTION record_row_changes, audit_table FROM PUBLIC;
