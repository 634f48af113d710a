-- Rule of declared fields: types, presence, defaults and references of the members of metadata. Triggers
-- apply it to every statement that writes metadata, whichever way it came. A trigger exists only while a
-- field of its resource is declared.

-- A number, a boolean or a list, with commas, that is written as text, as dashboards and files write it; any
-- other value as it is.
CREATE OR REPLACE FUNCTION declared_form(p_type text, p_value jsonb) RETURNS jsonb
LANGUAGE sql IMMUTABLE
AS $$
  SELECT CASE
    WHEN jsonb_typeof(p_value) <> 'string' THEN p_value
    WHEN p_type IN ('number', 'money') AND p_value #>> '{}' ~ '^-?\d{1,20}(\.\d{1,10})?$'
      THEN to_jsonb((p_value #>> '{}')::numeric)
    WHEN p_type = 'boolean' AND p_value #>> '{}' IN ('true', 'false') THEN (p_value #>> '{}')::jsonb
    WHEN p_type = 'list' THEN to_jsonb(ARRAY(
      SELECT btrim(element)
      FROM unnest(string_to_array(p_value #>> '{}', ',')) AS element
      WHERE btrim(element) <> ''))
    ELSE p_value
  END
$$;

-- Why a value is none of the field, without the value itself, which a shopper may not see; null if it is
-- one. References are looked up only if they are wanted, unless the transaction keeps those that it writes. Those to
-- rows that the transaction has announced, to insert them later, are none to absent rows.
CREATE OR REPLACE FUNCTION declared_fault(
  p_field declared_field, p_value jsonb, p_looks_up boolean
) RETURNS text
LANGUAGE plpgsql STABLE
AS $$
DECLARE
  form text := jsonb_typeof(p_value);
  content text := p_value #>> '{}';
  found boolean;
BEGIN
  CASE p_field.type
    WHEN 'text' THEN
      IF form <> 'string' THEN
        RETURN 'must be a text';
      -- The field of an order that has the value of a cart may be searchable.
      ELSIF length(content) > 500
        AND (p_field.is_unique OR p_field.is_searchable OR p_field.resource = 'cart')
      THEN
        RETURN 'must have at most 500 characters';
      END IF;
    WHEN 'number' THEN
      IF form <> 'number' THEN
        RETURN 'must be a number';
      ELSIF content !~ '^-?\d{1,20}(\.\d{1,10})?$' THEN
        RETURN 'must have at most 20 digits, and 10 decimal places';
      END IF;
    WHEN 'money' THEN
      IF form <> 'number' OR content !~ '^-?\d{1,15}$' THEN
        RETURN format('must be an integer, in the smallest unit of %s', p_field.currency_code);
      END IF;
    WHEN 'boolean' THEN
      IF form <> 'boolean' THEN
        RETURN 'must be true or false';
      END IF;
    WHEN 'date' THEN
      IF form <> 'string'
        OR content !~ '^(?!0000)\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$'
        OR right(content, 2)::integer > extract(
          day FROM make_date(left(content, 4)::integer, substr(content, 6, 2)::integer, 1)
            + interval '1 month - 1 day')
      THEN
        RETURN 'must be a date like 2026-12-24';
      END IF;
    WHEN 'enum' THEN
      IF form <> 'string' OR content <> ALL (p_field.allowed_values) THEN
        RETURN format('must be one of: %s', array_to_string(p_field.allowed_values, ', '));
      END IF;
    WHEN 'list' THEN
      IF form <> 'array'
        OR jsonb_array_length(p_value) > 100
        OR jsonb_path_exists(p_value, '$[*] ? (@.type() != "string")')
        OR EXISTS (
          SELECT FROM jsonb_array_elements_text(p_value) AS element WHERE length(element) > 500)
      THEN
        RETURN 'must be a list of at most 100 texts of at most 500 characters';
      ELSIF p_field.allowed_values IS NOT NULL AND NOT (
        ARRAY(SELECT jsonb_array_elements_text(p_value)) <@ p_field.allowed_values)
      THEN
        RETURN format(
          'must be a list of some of: %s', array_to_string(p_field.allowed_values, ', '));
      END IF;
    WHEN 'reference' THEN
      IF form <> 'string' THEN
        RETURN format('must be the id of a %s', replace(p_field.referred_resource, '_', ' '));
      ELSIF p_looks_up AND current_setting('tradewind.keeps_references', true) IS DISTINCT FROM 'true' THEN
        EXECUTE format('SELECT %I.has_declarable_row($1, $2)', p_field.referred_schema)
          INTO found
          USING p_field.referred_resource, content;
        IF NOT found AND NOT coalesce(
          p_field.referred_resource || '.' || content = ANY (
            string_to_array(current_setting('tradewind.announced_rows', true), ' ')),
          false)
        THEN
          RETURN format(
            'must be the id of a present %s', replace(p_field.referred_resource, '_', ' '));
        END IF;
      END IF;
  END CASE;
  RETURN NULL;
END
$$;

-- Place of the value of a field in metadata, and its name in messages.
CREATE OR REPLACE FUNCTION declared_path(p_field declared_field) RETURNS text[]
LANGUAGE sql IMMUTABLE
AS $$
  SELECT CASE WHEN p_field.is_staff_only THEN ARRAY['_staff', p_field.name] ELSE ARRAY[p_field.name] END
$$;

-- The value of a field, unless it is absent: null and an empty text are no values.
CREATE OR REPLACE FUNCTION declared_value(p_field declared_field, p_metadata jsonb) RETURNS jsonb
LANGUAGE sql IMMUTABLE
AS $$
  SELECT nullif(nullif(p_metadata #> declared_path(p_field), 'null'), '""')
$$;

CREATE OR REPLACE FUNCTION refuse_declared(p_field declared_field, p_fault text) RETURNS void
LANGUAGE plpgsql
AS $$
BEGIN
  RAISE check_violation USING
    CONSTRAINT = 'declared_field',
    MESSAGE = format('metadata.%s %s', array_to_string(declared_path(p_field), '.'), p_fault);
END
$$;

-- The metadata as it is stored: with defaults, and with values in the form of their type. Only values that
-- the statement changes are checked, so a row that was stored earlier, or whose reference is deleted by
-- now, can be changed elsewhere. A default is a value, whoever adds it and whatever has become of its reference.
-- Metadata that is erased as a whole stays erased.
--
-- before is null for a new row.
CREATE OR REPLACE FUNCTION checked_metadata(
  p_resource text, p_before jsonb, p_after jsonb, p_looks_up boolean DEFAULT true
) RETURNS jsonb
LANGUAGE plpgsql
AS $$
DECLARE
  checked jsonb := coalesce(nullif(p_after, 'null'), '{}');
  field declared_field%ROWTYPE;
  path text[];
  given jsonb;
  stored jsonb;
  fault text;
BEGIN
  IF p_before IS NOT NULL AND checked = '{}' AND p_after IS DISTINCT FROM '{}' THEN
    RETURN p_after;
  END IF;
  IF jsonb_typeof(checked) <> 'object' THEN
    RAISE check_violation USING
      CONSTRAINT = 'declared_field', MESSAGE = 'metadata must be an object';
  END IF;
  FOR field IN
    SELECT * FROM declared_field WHERE resource = p_resource ORDER BY name
  LOOP
    path := declared_path(field);
    IF field.is_staff_only THEN
      IF nullif(checked -> '_staff', 'null') IS NULL THEN
        checked := checked - '_staff';
      ELSIF jsonb_typeof(checked -> '_staff') <> 'object' THEN
        RAISE check_violation USING
          CONSTRAINT = 'declared_field', MESSAGE = 'metadata._staff must be an object';
      END IF;
    END IF;
    given := declared_value(field, checked);
    IF given IS NULL THEN
      IF checked #> path = '""' THEN
        checked := checked #- path;
      END IF;
      IF field.default_value IS NOT NULL AND (p_before IS NULL OR field.is_required) THEN
        IF field.is_staff_only AND NOT checked ? '_staff' THEN
          checked := checked || '{"_staff": {}}';
        END IF;
        checked := jsonb_set(checked, path, field.default_value);
      ELSIF field.is_required
        AND (p_before IS NULL OR declared_value(field, p_before) IS NOT NULL)
      THEN
        PERFORM refuse_declared(field, 'is required');
      END IF;
    ELSIF given IS DISTINCT FROM p_before #> path AND given IS DISTINCT FROM field.default_value THEN
      stored := declared_form(field.type, given);
      fault := declared_fault(field, stored, p_looks_up);
      IF fault IS NOT NULL THEN
        PERFORM refuse_declared(field, fault);
      ELSIF stored <> given THEN
        checked := jsonb_set(checked, path, stored);
      END IF;
    END IF;
  END LOOP;
  RETURN CASE WHEN checked = coalesce(nullif(p_after, 'null'), '{}') THEN p_after ELSE checked END;
END
$$;

-- Version of all declarations of the schema; null if there are none.
CREATE OR REPLACE FUNCTION declared_version() RETURNS text
LANGUAGE sql STABLE
AS $$
  SELECT md5(string_agg(concat_ws(' ', id, version, extract(epoch FROM created_at)), ' ' ORDER BY id))
  FROM declared_field
$$;

-- True if a version is the present one. Otherwise it refuses a statement that stores what a node has completed
-- by that version: the node reads the declarations again, and repeats the statement.
CREATE OR REPLACE FUNCTION require_declared_version(p_version text) RETURNS boolean
LANGUAGE plpgsql STABLE
AS $$
BEGIN
  IF p_version IS DISTINCT FROM declared_version() THEN
    RAISE check_violation USING
      CONSTRAINT = 'declared_version', MESSAGE = 'The declared fields have changed';
  END IF;
  RETURN true;
END
$$;

-- Refuses rows that are listed in a document, and have metadata that is new in it and contradicts the
-- declarations. The document is a copy: references are not looked up again, and defaults are those of
-- what was copied.
CREATE OR REPLACE FUNCTION check_declared_list(
  p_resource text, p_before jsonb, p_after jsonb
) RETURNS void
LANGUAGE plpgsql
AS $$
DECLARE
  listed jsonb;
BEGIN
  FOR listed IN
    SELECT coalesce(nullif(element -> 'metadata', 'null'), '{}')
    FROM jsonb_array_elements(
      CASE WHEN jsonb_typeof(p_after) = 'array' THEN p_after ELSE '[]' END) AS element
    EXCEPT
    SELECT coalesce(nullif(element -> 'metadata', 'null'), '{}')
    FROM jsonb_array_elements(
      CASE WHEN jsonb_typeof(p_before) = 'array' THEN p_before ELSE '[]' END) AS element
  LOOP
    PERFORM checked_metadata(p_resource, NULL, listed, false);
  END LOOP;
END
$$;

-- Trigger function of tables with a column metadata.
CREATE OR REPLACE FUNCTION check_declared_row() RETURNS trigger
LANGUAGE plpgsql
AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    NEW.metadata := checked_metadata(TG_ARGV[0], NULL, NEW.metadata);
  ELSIF NEW.metadata IS DISTINCT FROM OLD.metadata THEN
    NEW.metadata := checked_metadata(
      TG_ARGV[0], coalesce(nullif(OLD.metadata, 'null'), '{}'), NEW.metadata);
  END IF;
  RETURN NEW;
END
$$;

-- Whether there is a row of a resource of this schema. Other schemas look up references with it.
CREATE OR REPLACE FUNCTION has_declarable_row(p_resource text, p_id text) RETURNS boolean
LANGUAGE plpgsql STABLE SECURITY DEFINER
AS $$
DECLARE
  found boolean;
BEGIN
  EXECUTE format(
      'SELECT EXISTS (SELECT FROM (%s) AS present WHERE id = $1)',
      (SELECT present FROM declarable WHERE resource = p_resource))
    INTO found
    USING p_id;
  RETURN found;
END
$$;

-- Creates the triggers of a resource, or drops them with its last field. Either waits for the transactions
-- that write to the table, so that all later ones apply the declarations of this transaction.
CREATE OR REPLACE FUNCTION refresh_declared_triggers(p_resource text) RETURNS void
LANGUAGE plpgsql
AS $$
DECLARE
  source declarable%ROWTYPE;
BEGIN
  FOR source IN
    SELECT * FROM declarable WHERE resource = p_resource ORDER BY relation
  LOOP
    IF EXISTS (SELECT FROM declared_field WHERE resource = p_resource) THEN
      EXECUTE format(
        'CREATE OR REPLACE TRIGGER %I BEFORE %s ON %I FOR EACH ROW EXECUTE FUNCTION %I(%L)',
        'declared_' || p_resource, source.event, source.relation, source.function, source.argument);
    ELSE
      EXECUTE format('DROP TRIGGER IF EXISTS %I ON %I', 'declared_' || p_resource, source.relation);
    END IF;
  END LOOP;
END
$$;

-- Stored rows that contradict a declaration: their number, and the first twenty.
CREATE OR REPLACE FUNCTION declared_contradictions(
  p_field declared_field, OUT count bigint, OUT first jsonb
)
LANGUAGE plpgsql STABLE
AS $$
DECLARE
  source declarable%ROWTYPE;
  counted bigint;
  listed jsonb;
BEGIN
  count := 0;
  first := '[]';
  FOR source IN
    SELECT * FROM declarable WHERE resource = p_field.resource ORDER BY relation
  LOOP
    EXECUTE format(
      $query$
        WITH present AS (
          SELECT id, metadata, declared_value($1, metadata) AS value FROM (%s) AS row
          WHERE $1.is_required OR metadata #> declared_path($1) IS NOT NULL
            OR $1.is_staff_only AND jsonb_typeof(metadata -> '_staff') NOT IN ('object', 'null')
        ),
        judged AS (
          SELECT id,
            CASE
              WHEN $1.is_staff_only AND jsonb_typeof(metadata -> '_staff') NOT IN ('object', 'null')
                THEN 'has a _staff that is no object'
              WHEN value IS NOT NULL THEN coalesce(
                declared_fault($1, value, true),
                CASE WHEN $1.is_unique AND count(*) OVER (PARTITION BY value) > 1
                  THEN 'is not unique' END)
              WHEN $1.is_required AND $1.default_value IS NULL THEN 'is required'
            END AS fault
          FROM present
        ),
        contradicting AS (
          SELECT id, fault, row_number() OVER (ORDER BY id) AS place FROM judged
          WHERE fault IS NOT NULL
        )
        SELECT count(*),
          coalesce(
            jsonb_agg(jsonb_build_object('id', id, 'error', $2 || fault) ORDER BY place)
              FILTER (WHERE place <= 20),
            '[]')
        FROM contradicting
      $query$,
      source.present)
      INTO counted, listed
      USING p_field, 'metadata.' || array_to_string(declared_path(p_field), '.') || ' ';
    count := count + counted;
    first := jsonb_path_query_array(first || listed, '$[0 to 19]');
  END LOOP;
END
$$;

-- What the declarations say to rows that a file would write, each with line, resource, id and the mentioned
-- members of metadata, as texts. A fault without a key is one, a key without a fault is a value that has to be
-- unique in the file too, and a fault with a key is that of a reference which the file itself may have written
-- until then. A unique value is looked up once its index is ready.
CREATE OR REPLACE FUNCTION foresee_declared(p_rows jsonb)
RETURNS TABLE (line bigint, resource text, name text, fault text, key text, referred_resource text)
LANGUAGE plpgsql STABLE
AS $$
DECLARE
  field declared_field%ROWTYPE;
  source declarable%ROWTYPE;
  taken text;
BEGIN
  FOR field IN
    SELECT declared.*
    FROM declared_field AS declared
    WHERE declared.resource IN (SELECT given ->> 'resource' FROM jsonb_array_elements(p_rows) AS given)
    ORDER BY declared.resource, declared.name
  LOOP
    SELECT known.* INTO source FROM declarable AS known WHERE known.resource = field.resource;
    taken := CASE
      WHEN field.is_unique AND declared_index_status(field) = 'ready' THEN format(
        'EXISTS (SELECT FROM %I AS t WHERE %s AND %s = %s AND t.id IS DISTINCT FROM judged.id)',
        source.relation, source.indexed, declared_expression(field, 't.'),
        CASE
          WHEN field.type IN ('number', 'money') THEN '(judged.value #>> ''{}'')::numeric'
          ELSE '(judged.value #>> ''{}'')'
        END)
      ELSE 'false'
    END;
    RETURN QUERY EXECUTE format(
      $query$
        WITH given AS (
          SELECT row.line, row.id, row.metadata #> declared_path($1) AS mentioned,
            declared_value($1, row.metadata) AS given, declared_value($1, present.metadata) AS before,
            present.id IS NULL AS is_new
          FROM jsonb_to_recordset($2) AS row (line bigint, resource text, id text, metadata jsonb)
          LEFT JOIN (%s) AS present ON present.id = row.id
          WHERE row.resource = $1.resource
        ),
        formed AS (
          SELECT line, id, declared_form($1.type, given) AS value,
            $1.is_required AND $1.default_value IS NULL AND given IS NULL
              AND CASE WHEN mentioned IS NULL THEN is_new ELSE is_new OR before IS NOT NULL END
              AS is_missing
          FROM given
          WHERE given IS NULL
            OR (given IS DISTINCT FROM before AND given IS DISTINCT FROM $1.default_value)
        ),
        judged AS MATERIALIZED (
          SELECT line, id, value,
            CASE WHEN is_missing THEN 'is required' ELSE declared_fault($1, value, false) END AS fault
          FROM formed
          WHERE is_missing OR value IS NOT NULL
        ),
        looked_up AS (
          SELECT line, fault,
            CASE WHEN fault IS NULL AND jsonb_typeof(value) = 'number'
              THEN trim_scale((value #>> '{}')::numeric)::text ELSE value #>> '{}' END AS content,
            CASE WHEN fault IS NULL AND $1.type = 'reference'
              THEN declared_fault($1, value, true) END AS absence,
            CASE WHEN fault IS NULL THEN %s ELSE false END AS is_taken
          FROM judged
        )
        SELECT line, $1.resource, array_to_string(declared_path($1), '.'),
          coalesce(fault, absence, CASE WHEN is_taken THEN 'is taken' END),
          CASE WHEN absence IS NOT NULL OR fault IS NULL AND $1.is_unique AND NOT is_taken THEN content END,
          $1.referred_resource
        FROM looked_up
        WHERE fault IS NOT NULL OR absence IS NOT NULL OR is_taken OR $1.is_unique
      $query$,
      source.present, taken)
      USING field, p_rows;
  END LOOP;
END
$$;

-- SQL expression of the value of a field of the rows of an alias, which filters, orders and indexes share.
CREATE OR REPLACE FUNCTION declared_expression(p_field declared_field, p_alias text) RETURNS text
LANGUAGE sql IMMUTABLE
AS $$
  SELECT format(
    CASE
      WHEN p_field.type IN ('number', 'money') THEN
        '(CASE WHEN jsonb_typeof(%1$s -> %2$L) = ''number'' THEN (%1$s ->> %2$L)::numeric END)'
      WHEN p_field.type = 'list' THEN '(%1$s -> %2$L)'
      ELSE 'nullif(%1$s ->> %2$L, '''')'
    END,
    p_alias || CASE WHEN p_field.is_staff_only THEN 'metadata -> ''_staff''' ELSE 'metadata' END,
    p_field.name)
$$;

-- Name of the index of a field: another definition has another name. ConstraintViolations reads it.
CREATE OR REPLACE FUNCTION declared_index(p_field declared_field) RETURNS text
LANGUAGE sql IMMUTABLE
AS $$
  SELECT concat_ws('_',
    'declared', CASE WHEN p_field.is_staff_only THEN 'staff' ELSE 'field' END, p_field.name,
    left(md5(concat_ws(' ', p_field.resource, p_field.type, p_field.is_unique)), 8))
$$;

-- State of the index of a field: none, pending, failed, or ready.
CREATE OR REPLACE FUNCTION declared_index_status(p_field declared_field) RETURNS text
LANGUAGE sql STABLE
AS $$
  SELECT CASE
    WHEN NOT (p_field.is_unique OR p_field.is_searchable) THEN 'none'
    WHEN EXISTS (
      SELECT FROM pg_index
      WHERE indexrelid = to_regclass(format('%I.%I', current_schema, declared_index(p_field)))
        AND indisvalid
    ) THEN 'ready'
    WHEN p_field.index_error IS NOT NULL THEN 'failed'
    ELSE 'pending'
  END
$$;

-- A field as responses show it.
CREATE OR REPLACE FUNCTION declared_field_view(p_field declared_field) RETURNS jsonb
LANGUAGE sql STABLE
AS $$
  SELECT jsonb_build_object(
    'id', p_field.id, 'resource', p_field.resource, 'name', p_field.name, 'type', p_field.type,
    'required', p_field.is_required, 'unique', p_field.is_unique,
    'staff_only', p_field.is_staff_only, 'searchable', p_field.is_searchable,
    'default', p_field.default_value, 'values', to_jsonb(p_field.allowed_values),
    'references', p_field.referred_resource, 'currency_code', p_field.currency_code,
    'status', CASE WHEN p_field.checked_at IS NULL THEN 'checking' ELSE 'active' END,
    'index_status', declared_index_status(p_field), 'index_error', p_field.index_error,
    'version', p_field.version,
    'created_at', to_char(p_field.created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
    'updated_at', to_char(p_field.updated_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
$$;

-- The statement that builds the index of a field while the table is written to.
CREATE OR REPLACE FUNCTION declared_index_statement(p_id text) RETURNS text
LANGUAGE sql STABLE
AS $$
  SELECT format(
    'CREATE %s INDEX CONCURRENTLY %I ON %I USING %s WHERE %s',
    CASE WHEN field.is_unique THEN 'UNIQUE' END,
    declared_index(field),
    source.relation,
    CASE
      WHEN field.type = 'list' THEN format('gin (%s)', declared_expression(field, ''))
      WHEN field.is_unique THEN format('btree ((%s))', declared_expression(field, ''))
      ELSE format('btree ((%s), id)', declared_expression(field, ''))
    END,
    source.indexed)
  FROM declared_field AS field
  JOIN declarable AS source ON source.resource = field.resource
  WHERE field.id = p_id
$$;

-- Records a table of the schema with metadata of a resource.
CREATE OR REPLACE FUNCTION declare_resource(
  p_resource text, p_relation text, p_present text, p_indexed text DEFAULT NULL,
  p_event text DEFAULT 'INSERT OR UPDATE OF metadata',
  p_function text DEFAULT 'check_declared_row', p_argument text DEFAULT NULL
) RETURNS void
LANGUAGE sql
AS $$
  INSERT INTO declarable (resource, relation, present, indexed, event, function, argument)
  VALUES (
    p_resource, p_relation, p_present, p_indexed, p_event, p_function,
    coalesce(p_argument, p_resource))
  ON CONFLICT (resource, relation) DO UPDATE
  SET present = excluded.present, indexed = excluded.indexed, event = excluded.event,
    function = excluded.function, argument = excluded.argument
$$;

-- Lets the roles of other schemas refer to rows of this one, as far as they exist.
CREATE OR REPLACE FUNCTION permit_references(VARIADIC p_readers text[]) RETURNS void
LANGUAGE plpgsql
AS $$
DECLARE
  reader text;
BEGIN
  FOR reader IN SELECT rolname FROM pg_roles WHERE rolname = ANY (p_readers) LOOP
    EXECUTE format('GRANT USAGE ON SCHEMA %I TO %I', current_schema, reader);
    EXECUTE format('GRANT EXECUTE ON FUNCTION has_declarable_row TO %I', reader);
  END LOOP;
END
$$;

-- Statements of other schemas have another search path.
DO $$
DECLARE
  called text;
BEGIN
  FOREACH called IN ARRAY ARRAY[
    'checked_metadata(text, jsonb, jsonb, boolean)', 'check_declared_list(text, jsonb, jsonb)',
    'check_declared_row()', 'has_declarable_row(text, text)', 'refresh_declared_triggers(text)'
  ] LOOP
    EXECUTE format('ALTER FUNCTION %s SET search_path = %I, pg_temp', called, current_schema);
  END LOOP;
END
$$;

REVOKE ALL ON FUNCTION
  declared_form, declared_fault, declared_path, declared_value, refuse_declared, checked_metadata,
  declared_version, require_declared_version, check_declared_list, check_declared_row, has_declarable_row, refresh_declared_triggers,
  declared_contradictions, foresee_declared, declared_expression, declared_index, declared_index_status,
  declared_field_view, declared_index_statement,
  declare_resource, permit_references FROM PUBLIC;
