-- A window that never opens, with the times that can be shown, becomes one of a millisecond.
SELECT s, coalesce(s.description, '') AS description,
  CASE WHEN shown.ends_at <= shown.starts_at
    THEN least(s.starts_at, shown.last)
    ELSE s.starts_at
  END AS starts_at,
  CASE WHEN shown.ends_at <= shown.starts_at
    THEN least(shown.starts_at, shown.last) + interval '1 millisecond'
    ELSE s.ends_at
  END AS ends_at,
  CASE WHEN shown.ends_at <= shown.starts_at THEN 'draft' ELSE s.status::text END AS status
FROM price_list AS s
CROSS JOIN LATERAL (
  SELECT
    CASE WHEN s.starts_at IS NOT NULL
      THEN least(greatest(s.starts_at, timestamptz '0001-01-01T00:00:00.000Z'), era.last)
    END AS starts_at,
    CASE WHEN s.ends_at IS NOT NULL
      THEN least(greatest(s.ends_at, timestamptz '0001-01-01T00:00:00.000Z'), era.last)
    END AS ends_at,
    era.last - interval '1 second' AS last
  FROM (SELECT timestamptz '9999-12-31T23:59:59.999Z' AS last) AS era
) AS shown;
