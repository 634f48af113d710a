SELECT s,
  CASE WHEN s.type = 'percentage' THEN least(greatest(s.value, 0), 100)
    ELSE greatest(s.value, 0)
  END AS value
FROM discount_rule AS s;
