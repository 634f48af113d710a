package dev.tradewind.order.store;

import dev.tradewind.kernel.async.Futures;
import dev.tradewind.kernel.json.RecordCodec;
import dev.tradewind.kernel.text.Timestamps;
import dev.tradewind.order.aftersale.ClaimItem;
import io.vertx.core.Future;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.time.Instant;
import java.util.List;
import java.util.Set;

/** Store of claim items with their images and tags; a claim is inserted with its items. */
final class ClaimItemStore {

  static final RecordCodec.Writer<ClaimItem> ROW =
      ClaimItem.CODEC.writerWithout(Set.of("images", "tags"), "claim_order_id");

  // The values are sorted, so that concurrent claims of several orders do not deadlock.
  private static final String INSERT_TAGS =
      """
      INSERT INTO claim_tag (id, value, created_at, updated_at)
      SELECT id, value, $2, $2
      FROM jsonb_to_recordset($1) AS tag (id text, value text)
      ORDER BY value
      ON CONFLICT (value) DO NOTHING
      """;

  // Images that are not among the given ones are removed, tags too.
  private static final String LABEL_ITEMS =
      """
      WITH image AS (
        SELECT *
        FROM jsonb_populate_recordset(NULL::claim_image, $2)
      ),
      tagged AS (
        SELECT link.claim_item_id, tag.id AS claim_tag_id
        FROM jsonb_to_recordset($3) AS link (claim_item_id text, value text)
        JOIN claim_tag AS tag ON tag.value = link.value
      ),
      removed AS (
        DELETE FROM claim_image
        WHERE claim_item_id = ANY ($1)
          AND id NOT IN (SELECT id FROM image)
      ),
      untagged AS (
        DELETE FROM claim_item_tag AS link
        WHERE link.claim_item_id = ANY ($1)
          AND NOT EXISTS (
            SELECT
            FROM tagged
            WHERE tagged.claim_item_id = link.claim_item_id
              AND tagged.claim_tag_id = link.claim_tag_id)
      ),
      added AS (
        INSERT INTO claim_image (id, claim_item_id, url, position, created_at, updated_at)
        SELECT id, claim_item_id, url, position, created_at, updated_at
        FROM image
        ON CONFLICT (id) DO UPDATE
        SET position = excluded.position
      )
      INSERT INTO claim_item_tag (claim_item_id, claim_tag_id)
      SELECT claim_item_id, claim_tag_id
      FROM tagged
      ON CONFLICT DO NOTHING
      """;

  private static final String UPDATE_ITEMS =
      """
      UPDATE claim_item AS item
      SET note = changed.note, reason = changed.reason, metadata = changed.metadata,
        updated_at = $3
      FROM jsonb_populate_recordset(NULL::claim_item, $2) AS changed
      WHERE item.id = changed.id
        AND item.claim_order_id = $1
      """;

  private ClaimItemStore() {}

  /** Rows of the items of a claim. */
  static JsonArray rows(String claimId, List<ClaimItem> items) {
    JsonArray rows = ROW.writeAll(items);
    rows.forEach(row -> ((JsonObject) row).put("claim_order_id", claimId));
    return rows;
  }

  /** Replaces the images and tags of these claim items. */
  static Future<Void> label(SqlClient db, List<ClaimItem> items, Instant now) {
    JsonArray tags = new JsonArray();
    JsonArray links = new JsonArray();
    JsonArray images = new JsonArray();
    for (ClaimItem item : items) {
      for (ClaimItem.Tag tag : item.tags()) {
        tags.add(new JsonObject().put("id", tag.id()).put("value", tag.value()));
        links.add(new JsonObject().put("claim_item_id", item.id()).put("value", tag.value()));
      }
      for (int position = 0; position < item.images().size(); position++) {
        ClaimItem.Image image = item.images().get(position);
        images.add(
            new JsonObject()
                .put("id", image.id())
                .put("claim_item_id", item.id())
                .put("url", image.url())
                .put("position", position)
                .put("created_at", Timestamps.format(image.createdAt()))
                .put("updated_at", Timestamps.format(image.updatedAt())));
      }
    }
    Future<?> known =
        Futures.unless(
            tags.isEmpty(),
            () -> db.preparedQuery(INSERT_TAGS).execute(Tuple.of(tags, Timestamps.utc(now))));
    String[] ids = items.stream().map(ClaimItem::id).toArray(String[]::new);
    return known
        .compose(done -> db.preparedQuery(LABEL_ITEMS).execute(Tuple.of(ids, images, links)))
        .mapEmpty();
  }

  /** Writes the mutable fields of these items. */
  static Future<Void> update(SqlClient db, String claimId, List<ClaimItem> changed, Instant now) {
    return db.preparedQuery(UPDATE_ITEMS)
        .execute(Tuple.of(claimId, rows(claimId, changed), Timestamps.utc(now)))
        .compose(done -> label(db, changed, now));
  }
}
