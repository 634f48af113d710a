-- Customers of each group by their creation, so that a page of a group reads what it shows and not the group.
-- Triggers keep it (R__newest_members.sql).
CREATE TABLE newest_member (
  group_id text NOT NULL,
  created_at timestamptz NOT NULL,
  member_id text NOT NULL,
  PRIMARY KEY (group_id, created_at, member_id)
);

CREATE INDEX newest_member_member ON newest_member (member_id, group_id);
