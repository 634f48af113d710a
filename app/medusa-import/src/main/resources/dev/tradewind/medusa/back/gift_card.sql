-- optional: order_id order
SELECT g.id, g.code, g.value, g.balance, g.region_id, g.order_id, g.is_disabled, g.ends_at,
  g.tax_rate, g.metadata, g.created_at, g.updated_at, g.deleted_at
FROM discount.gift_card AS g
WHERE age(g.xmin) <= (SELECT age(m.finished_xid::xid) FROM medusa_import.move AS m);
