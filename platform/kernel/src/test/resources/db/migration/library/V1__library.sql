CREATE TABLE author (
  id text PRIMARY KEY,
  name text NOT NULL,
  deleted_at timestamptz
);

CREATE TABLE book (
  id text PRIMARY KEY,
  created_at timestamptz NOT NULL DEFAULT now(),
  deleted_at timestamptz,
  title text NOT NULL,
  pages integer,
  price numeric,
  lent boolean NOT NULL DEFAULT false,
  notes jsonb,
  author_id text REFERENCES author
);

CREATE TABLE chapter (
  id text PRIMARY KEY,
  title text NOT NULL,
  book_id text NOT NULL REFERENCES book
);

CREATE TABLE subject (
  id text PRIMARY KEY,
  name text NOT NULL
);

CREATE TABLE book_subject (
  book_id text NOT NULL REFERENCES book,
  subject_id text NOT NULL REFERENCES subject,
  PRIMARY KEY (book_id, subject_id)
);

INSERT INTO author (id, name, deleted_at) VALUES
  ('a1', 'Ursula', NULL),
  ('a2', 'Stanisław', NULL),
  ('a3', 'Forgotten', now());

INSERT INTO book (id, created_at, title, pages, price, lent, notes, author_id, deleted_at) VALUES
  ('b1', '2024-01-01T00:00:00Z', 'The Dispossessed', 341, 12.50, true, '{"shelf": 1}', 'a1', NULL),
  ('b2', '2024-02-01T00:00:00Z', 'Solaris', 204, 9, false, NULL, 'a2', NULL),
  ('b3', '2024-03-01T00:00:00.123Z', '100 % Proof', NULL, NULL, false, NULL, 'a3', NULL),
  ('b4', '2024-04-01T00:00:00Z', 'Lost', 1, 1, false, NULL, NULL, now());

INSERT INTO chapter (id, title, book_id) VALUES
  ('c2', 'Urras', 'b1'),
  ('c1', 'Anarres', 'b1'),
  ('c3', 'The Newcomer', 'b2');

INSERT INTO subject (id, name) VALUES ('s1', 'Anarchy'), ('s2', 'Oceans');

INSERT INTO book_subject (book_id, subject_id) VALUES ('b1', 's1'), ('b2', 's2'), ('b2', 's1');
