SELECT r.id, r.description, r.type, r.value, r.allocation, r.metadata, r.created_at,
  r.updated_at, r.deleted_at
FROM discount.discount_rule AS r
WHERE age(r.xmin) <= (SELECT age(m.finished_xid::xid) FROM medusa_import.move AS m);
