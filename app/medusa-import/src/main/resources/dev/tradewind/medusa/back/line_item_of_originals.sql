-- name: line_item of originals
-- table: line_item
-- rows: updated
-- Lines of orders are copies of those that an edit replaced, and those of open edits of them.
SELECT DISTINCT ON (l.id) l.id, l.original AS original_item_id
FROM changed_line AS l
WHERE l.original IS NOT NULL
ORDER BY l.id, l.place DESC;
