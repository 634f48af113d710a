-- from: claim_item_tags
-- key: claim_item_id claim_tag_id
-- The first tag of a value has the items of the others.
SELECT s, s.item_id AS claim_item_id,
  (
    SELECT c.id
    FROM claim_tag AS c
    WHERE c.deleted_at IS NULL AND c.value = t.value
    ORDER BY c.created_at, c.id
    LIMIT 1) AS claim_tag_id
FROM claim_item_tags AS s
JOIN claim_item AS i ON i.id = s.item_id
JOIN claim_tag AS t ON t.id = s.tag_id
WHERE s.tag_id = (
    SELECT min(o.tag_id)
    FROM claim_item_tags AS o
    JOIN claim_tag AS u ON u.id = o.tag_id
    WHERE u.deleted_at IS NULL AND o.item_id = s.item_id AND u.value = t.value)
  AND i.deleted_at IS NULL
  AND i.quantity > 0
  AND t.deleted_at IS NULL
  AND EXISTS (
    SELECT FROM claim_order AS o WHERE o.id = i.claim_order_id AND o.deleted_at IS NULL);
