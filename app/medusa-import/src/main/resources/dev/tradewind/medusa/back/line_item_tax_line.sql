SELECT DISTINCT ON (t.id) t.id, t.rate, t.name, t.code, t.created_at, t.updated_at, t.metadata,
  l.id AS item_id
FROM changed_line AS l,
  jsonb_to_recordset(l.taxes) AS t (id text, rate numeric, name text, code text,
    created_at timestamptz, updated_at timestamptz, metadata jsonb)
ORDER BY t.id, l.place DESC;
