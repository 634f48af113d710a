-- from: product_images
-- key: product_id image_id
-- Images have no rank there: they are shown in the order of their creation.
SELECT s,
  (SELECT count(*)
   FROM product_images AS o
   JOIN image AS earlier ON earlier.id = o.image_id
   WHERE o.product_id = s.product_id
     AND (earlier.created_at, earlier.id) < (i.created_at, i.id)) AS rank
FROM product_images AS s
JOIN image AS i ON i.id = s.image_id;
