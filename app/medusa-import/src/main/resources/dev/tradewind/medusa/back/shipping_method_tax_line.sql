SELECT t.id, t.rate, t.name, t.code, t.created_at, t.updated_at, t.metadata,
  m.id AS shipping_method_id
FROM changed_method AS m,
  json_to_recordset(m.tax_lines) AS t (id text, rate numeric, name text, code text,
    created_at timestamptz, updated_at timestamptz, metadata jsonb);
