SELECT d.id, d.code, d.is_dynamic, d.rule_id, d.is_disabled, d.parent_discount_id, d.starts_at,
  d.ends_at, d.usage_limit, d.usage_count, d.valid_duration, d.metadata, d.created_at,
  d.updated_at, d.deleted_at
FROM discount.discount AS d
WHERE age(d.xmin) <= (SELECT age(m.finished_xid::xid) FROM medusa_import.move AS m)
ORDER BY d.parent_discount_id IS NOT NULL;
