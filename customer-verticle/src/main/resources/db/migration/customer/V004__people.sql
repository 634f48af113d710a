-- Addresses are written like every other row that staff and customers change.
ALTER TABLE address ADD COLUMN version bigint NOT NULL DEFAULT 1 CHECK (version > 0);

-- One form of an e-mail, so that unique means unique.
ALTER TABLE customer ADD CONSTRAINT customer_email_is_normal
  CHECK (email = btrim(email) AND email IS NFC NORMALIZED);

-- Lists show the newest first.
CREATE INDEX customer_created ON customer (created_at, id) WHERE deleted_at IS NULL;
CREATE INDEX customer_group_created ON customer_group (created_at, id) WHERE deleted_at IS NULL;
