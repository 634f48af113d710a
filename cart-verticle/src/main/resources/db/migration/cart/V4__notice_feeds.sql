-- Feeds of notices about payments: how far each was read, and when a node reads it again.
CREATE TABLE notice_feed (
  name text PRIMARY KEY,
  position text,
  due_at timestamptz NOT NULL
);
