SELECT t.id, t.gift_card_id, t.order_id, t.amount, t.is_taxable, t.tax_rate, t.created_at
FROM discount.gift_card_transaction AS t
WHERE age(t.xmin) <= (SELECT age(m.finished_xid::xid) FROM medusa_import.move AS m);
