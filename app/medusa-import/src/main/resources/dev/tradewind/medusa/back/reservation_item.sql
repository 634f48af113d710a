SELECT r.id, r.line_item_id, r.inventory_item_id, r.location_id, r.quantity, r.external_id,
  r.description, r.created_by, r.metadata, r.created_at, r.updated_at, r.deleted_at
FROM catalog.reservation_item AS r
WHERE age(r.xmin) <= (SELECT age(m.finished_xid::xid) FROM medusa_import.move AS m);
