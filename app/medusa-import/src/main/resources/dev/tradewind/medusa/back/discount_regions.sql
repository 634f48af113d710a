-- key: discount_id region_id
SELECT r.discount_id, r.region_id
FROM discount.discount_region AS r
WHERE age(r.xmin) <= (SELECT age(m.finished_xid::xid) FROM medusa_import.move AS m);
