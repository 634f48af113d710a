-- rows: updated
SELECT l.id, l.stocked_quantity, l.reserved_quantity, l.incoming_quantity, l.updated_at
FROM catalog.inventory_level AS l
WHERE age(l.xmin) <= (SELECT age(m.finished_xid::xid) FROM medusa_import.move AS m);
