-- optional: discount_id discount
SELECT DISTINCT ON (a.id) a.id, l.id AS item_id, a.description, a.discount_id, a.amount,
  a.metadata
FROM changed_line AS l,
  jsonb_to_recordset(l.discounts) AS a (id text, description text, discount_id text,
    amount numeric, metadata jsonb)
ORDER BY a.id, l.place DESC;
