CREATE TABLE done (key text NOT NULL, node text NOT NULL);
