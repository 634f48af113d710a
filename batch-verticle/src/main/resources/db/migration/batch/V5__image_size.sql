-- Width and height of a public image whose smaller sizes are made, as it is shown; no other file has
-- them. Images of earlier versions are measured like new ones.
ALTER TABLE file
  ADD COLUMN width integer CHECK (width > 0),
  ADD COLUMN height integer CHECK (height > 0);

INSERT INTO image_task (file_key)
SELECT key
FROM file
WHERE is_public
  AND completed_at IS NOT NULL
  AND original IS NULL
  AND content_type IN ('image/jpeg', 'image/png', 'image/gif', 'image/webp')
ON CONFLICT DO NOTHING;
