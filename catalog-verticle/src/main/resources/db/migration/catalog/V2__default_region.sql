-- Region of visitors and carts that name none; null or deleted: the oldest region.
ALTER TABLE store ADD COLUMN default_region_id text REFERENCES region;
