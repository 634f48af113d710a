-- :shops further shops of the same rows in one database, each with the marker ~n~ in its ids and in what is unique. They
-- share the store, currencies, countries, providers and shipping profiles, of which a shop has one set.
CREATE TEMP TABLE known (id text);
DO $$
DECLARE
  t record;
BEGIN
  FOR t IN
    SELECT table_name FROM information_schema.columns
    WHERE table_schema = 'public' AND column_name = 'id' AND data_type = 'text'
      AND table_name NOT IN ('store', 'payment_provider', 'fulfillment_provider', 'shipping_profile')
  LOOP
    EXECUTE format('INSERT INTO known SELECT id FROM %I', t.table_name);
  END LOOP;
  FOR t IN
    SELECT c.table_name, string_agg(quote_ident(c.column_name), ', ' ORDER BY c.ordinal_position) AS names,
      string_agg(CASE
        WHEN c.data_type = 'text' AND (c.column_name = 'id' OR c.column_name LIKE '%\_id')
          THEN format('CASE WHEN s.%1$I IN (SELECT id FROM known) THEN s.%1$I || n.marker ELSE s.%1$I END', c.column_name)
        WHEN c.data_type = 'text' AND c.column_name IN ('handle', 'sku', 'code', 'value', 'name')
          THEN format('s.%I || n.marker', c.column_name)
        WHEN c.column_name = 'email' THEN 'n.marker || s.email'
        WHEN c.column_name = 'mpath' THEN 'replace(s.mpath, ''.'', n.marker || ''.'')'
        WHEN c.column_name = 'display_id' THEN 's.display_id + n.number * 1000'
        WHEN c.table_name = 'product_category' AND c.column_name = 'rank'
          THEN 'CASE WHEN s.parent_category_id IS NULL THEN n.number ELSE s.rank END'
        ELSE format('s.%I', c.column_name) END, ', ' ORDER BY c.ordinal_position) AS "values"
    FROM information_schema.columns AS c
    WHERE c.table_schema = 'public'
      AND c.table_name NOT IN ('store', 'store_currencies', 'currency', 'country', 'payment_provider',
        'fulfillment_provider', 'tax_provider', 'shipping_profile')
    GROUP BY c.table_name
  LOOP
    EXECUTE format('INSERT INTO %I (%s) SELECT %s FROM %I AS s,'
      ' (SELECT i AS number, ''~'' || i || ''~'' AS marker FROM generate_series(1, :shops) AS i) AS n',
      t.table_name, t.names, t."values", t.table_name);
  END LOOP;
END
$$;
ANALYZE;
