-- State of a database that the numbered files before the baseline have migrated, beside the tables,
-- which are those of the baseline: the histories, and a function that only those files created.
CREATE TABLE kernel_schema_history (
  installed_rank integer NOT NULL CONSTRAINT kernel_schema_history_pk PRIMARY KEY,
  version varchar(50),
  description varchar(200) NOT NULL,
  type varchar(20) NOT NULL,
  script varchar(1000) NOT NULL,
  checksum integer,
  installed_by varchar(100) NOT NULL,
  installed_on timestamp NOT NULL DEFAULT now(),
  execution_time integer NOT NULL,
  success boolean NOT NULL
);

CREATE INDEX kernel_schema_history_s_idx ON kernel_schema_history (success);

INSERT INTO kernel_schema_history (
  installed_rank, version, description, type, script, checksum, installed_by, execution_time,
  success
) VALUES
  (1, '001', 'outbox', 'SQL', 'V001__outbox.sql', -763340363, 'cart', 1, true),
  (2, '002', 'idempotency record', 'SQL', 'V002__idempotency_record.sql', -1841550607, 'cart', 1,
    true),
  (3, '003', 'outbox in two indexes', 'SQL', 'V003__outbox_in_two_indexes.sql', -663181435, 'cart',
    1, true);

CREATE TABLE schema_history (
  installed_rank integer NOT NULL CONSTRAINT schema_history_pk PRIMARY KEY,
  version varchar(50),
  description varchar(200) NOT NULL,
  type varchar(20) NOT NULL,
  script varchar(1000) NOT NULL,
  checksum integer,
  installed_by varchar(100) NOT NULL,
  installed_on timestamp NOT NULL DEFAULT now(),
  execution_time integer NOT NULL,
  success boolean NOT NULL
);

CREATE INDEX schema_history_s_idx ON schema_history (success);

INSERT INTO schema_history (
  installed_rank, version, description, type, script, checksum, installed_by, execution_time,
  success
) VALUES
  (1, '0', '<< Flyway Baseline >>', 'BASELINE', '<< Flyway Baseline >>', NULL, 'cart', 0, true),
  (2, '001', 'cart', 'SQL', 'V001__cart.sql', -1594536544, 'cart', 1, true),
  (3, '002', 'close cart', 'SQL', 'V002__close_cart.sql', 1158734350, 'cart', 1, true),
  (4, '003', 'close cart paid', 'SQL', 'V003__close_cart_paid.sql', 1439397772, 'cart', 1, true),
  (5, '004', 'draft carts', 'SQL', 'V004__draft_carts.sql', 1670977270, 'cart', 1, true),
  (6, '005', 'update in place', 'SQL', 'V005__update_in_place.sql', 1964563512, 'cart', 1, true),
  (7, '006', 'guesses', 'SQL', 'V006__guesses.sql', 1938057259, 'cart', 1, true),
  (8, '007', 'completed carts keep their basket', 'SQL',
    'V007__completed_carts_keep_their_basket.sql', 1969418929, 'cart', 1, true),
  (9, '008', 'payments are noted with their order', 'SQL',
    'V008__payments_are_noted_with_their_order.sql', -515395303, 'cart', 1, true);

CREATE FUNCTION close_v2(p_cart_id text) RETURNS void LANGUAGE sql AS $$ $$;
