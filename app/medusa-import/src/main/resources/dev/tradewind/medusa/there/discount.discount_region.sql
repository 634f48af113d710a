-- from: discount_regions
-- key: discount_id region_id
SELECT s, r.type = 'fixed' AS of_fixed
FROM discount_regions AS s
JOIN discount AS d ON d.id = s.discount_id
JOIN discount_rule AS r ON r.id = d.rule_id;
