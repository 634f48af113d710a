-- rows: updated
SELECT v.id, v.inventory_quantity, v.updated_at
FROM catalog.product_variant AS v
WHERE age(v.xmin) <= (SELECT age(m.finished_xid::xid) FROM medusa_import.move AS m);
