-- key: code
SELECT s FROM currency AS s;
