SELECT a.id, a.customer_id, a.company, a.first_name, a.last_name, a.address_1, a.address_2,
  a.city, a.country_code, a.province, a.postal_code, a.phone, a.metadata, a.created_at,
  a.updated_at, a.deleted_at
FROM customer.address AS a
WHERE age(a.xmin) <= (SELECT age(m.finished_xid::xid) FROM medusa_import.move AS m);
