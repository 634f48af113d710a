SELECT s, coalesce(CASE
    WHEN jsonb_typeof(s.metadata) = 'object' THEN s.metadata
    WHEN jsonb_typeof(s.metadata) <> 'null' THEN jsonb_build_object('value', s.metadata)
  END, '{}') AS metadata
FROM note AS s;
