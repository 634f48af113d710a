-- Second factor of users: time-based one-time passwords (RFC 6238). It is in force once it is confirmed.
-- last_step is the time step of the last accepted password: neither it nor an earlier one is accepted
-- again.
CREATE TABLE second_factor (
  user_id text PRIMARY KEY REFERENCES "user" (id) ON DELETE CASCADE,
  secret bytea NOT NULL,
  last_step bigint NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL,
  confirmed_at timestamptz
);

-- Codes for a lost device; a used one is deleted.
CREATE TABLE recovery_code (
  user_id text NOT NULL REFERENCES second_factor (user_id) ON DELETE CASCADE,
  code_hash text NOT NULL,
  PRIMARY KEY (user_id, code_hash)
);
