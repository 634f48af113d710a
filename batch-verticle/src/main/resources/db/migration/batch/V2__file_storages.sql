-- The storage that holds the content of a file; the pieces are that of postgres. Sizes of an image are
-- files too, deleted with their original.
ALTER TABLE file
  ADD COLUMN storage text NOT NULL DEFAULT 'postgres',
  ADD COLUMN original text REFERENCES file ON DELETE CASCADE;

CREATE INDEX file_original ON file (original) WHERE original IS NOT NULL;

-- Complete files whose content another storage shall hold. A claim sets next_at to its end; a file that
-- two nodes copy is written twice with the same content.
CREATE TABLE file_move (
  file_key text PRIMARY KEY REFERENCES file ON DELETE CASCADE,
  target text NOT NULL,
  attempts integer NOT NULL DEFAULT 0,
  next_at timestamptz NOT NULL DEFAULT now()
);

CREATE INDEX file_move_next ON file_move (next_at);

-- Content to be deleted from a storage: of deleted files, and the former copy of moved ones, which
-- downloads in progress still read.
CREATE TABLE file_removal (
  storage text NOT NULL,
  key text NOT NULL,
  is_public boolean NOT NULL,
  due_at timestamptz NOT NULL,
  PRIMARY KEY (storage, key)
);

CREATE INDEX file_removal_due ON file_removal (due_at);

-- Uploaded images without their smaller sizes.
CREATE TABLE image_task (
  file_key text PRIMARY KEY REFERENCES file ON DELETE CASCADE,
  attempts integer NOT NULL DEFAULT 0,
  next_at timestamptz NOT NULL DEFAULT now()
);

CREATE INDEX image_task_next ON image_task (next_at);
