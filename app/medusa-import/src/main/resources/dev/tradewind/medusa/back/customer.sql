SELECT c.id, c.email, c.first_name, c.last_name, c.phone, c.has_account, c.metadata,
  c.created_at, c.updated_at, c.deleted_at
FROM customer.customer AS c
WHERE age(c.xmin) <= (SELECT age(m.finished_xid::xid) FROM medusa_import.move AS m);
