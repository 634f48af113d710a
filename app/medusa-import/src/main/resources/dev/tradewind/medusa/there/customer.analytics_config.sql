SELECT s
FROM analytics_config AS s
WHERE EXISTS (SELECT FROM "user" AS u WHERE u.id = s.user_id);
