SELECT s FROM image AS s;
