-- E-mail addresses that wait until a variant can be bought again; each is told once.
CREATE TABLE restock_request (
  variant_id text NOT NULL,
  email text NOT NULL,
  language text,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (variant_id, email)
);

CREATE INDEX restock_request_email ON restock_request (email);
CREATE INDEX restock_request_created ON restock_request (created_at);
