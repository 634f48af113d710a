-- sums: value balance by region_id is_disabled
SELECT s, o.display_id AS order_display_id
FROM gift_card AS s
LEFT JOIN "order" AS o ON o.id = s.order_id;
