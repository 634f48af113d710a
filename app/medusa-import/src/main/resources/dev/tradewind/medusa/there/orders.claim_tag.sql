-- The first tag of a value stays.
SELECT s
FROM claim_tag AS s
WHERE s.deleted_at IS NULL
  AND s.id = (
    SELECT c.id
    FROM claim_tag AS c
    WHERE c.deleted_at IS NULL AND c.value = s.value
    ORDER BY c.created_at, c.id
    LIMIT 1);
