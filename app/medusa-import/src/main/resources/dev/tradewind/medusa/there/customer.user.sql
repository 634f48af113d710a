-- into: customer."user"
SELECT s, lower(btrim(s.email)) AS email, coalesce(s.role::text, 'member') AS role
FROM "user" AS s;
