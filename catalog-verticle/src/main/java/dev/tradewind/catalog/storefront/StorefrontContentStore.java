package dev.tradewind.catalog.storefront;

import dev.tradewind.catalog.store.ContentVersionStore;
import dev.tradewind.catalog.store.ContentVersionStore.Version;
import dev.tradewind.kernel.operation.Problem;
import dev.tradewind.kernel.text.Timestamps;
import io.vertx.core.Future;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** SQL of the versions of the storefront's content. */
final class StorefrontContentStore {

  private static final String FIND =
      "SELECT version, content FROM storefront_version WHERE version = $1";

  private static final String FIND_NAME = "SELECT name FROM store";

  private static final String LIST =
      "SELECT version, created_at, created_by FROM storefront_version ORDER BY version DESC";

  private final ContentVersionStore versions =
      new ContentVersionStore("storefront_version", StorefrontContentStore::changed);

  Future<StorefrontContent> findLatest(SqlClient db) {
    return versions
        .findLatest(db)
        .map(found -> found.map(StorefrontContentStore::content).orElse(StorefrontContent.NONE));
  }

  /** The version of that number, also the one before the first change; empty if not kept. */
  Future<Optional<StorefrontContent>> find(SqlClient db, int version) {
    if (version == 0) {
      return Future.succeededFuture(Optional.of(StorefrontContent.NONE));
    }
    return db.preparedQuery(FIND)
        .mapping(row -> new Version(row.getInteger("version"), row.getJsonObject("content")))
        .execute(Tuple.of(version))
        .map(rows -> rows.stream().findFirst().map(StorefrontContentStore::content));
  }

  private static StorefrontContent content(Version version) {
    return new StorefrontContent(version.number(), version.content());
  }

  Future<String> findName(SqlClient db) {
    return db.query(FIND_NAME)
        .execute()
        .map(rows ->
            rows.stream()
                .map(row -> row.getString("name"))
                .findFirst()
                .orElseThrow(() -> Problem.notFound("Store does not exist")));
  }

  Future<JsonArray> list(SqlClient db) {
    return db.query(LIST)
        .execute()
        .map(rows -> {
          List<JsonObject> versions = new ArrayList<>();
          rows.forEach(row ->
              versions.add(
                  new JsonObject()
                      .put("version", row.getInteger("version"))
                      .put(
                          "created_at",
                          Timestamps.format(row.getOffsetDateTime("created_at").toInstant()))
                      .put("created_by", row.getString("created_by"))));
          return new JsonArray(versions);
        });
  }

  /** Adds the version after the given one; a conflict if there is a later one already. */
  Future<StorefrontContent> add(
      SqlClient db, int version, JsonObject content, Instant at, @Nullable String by) {
    return versions.add(db, version, content, at, by).map(StorefrontContentStore::content);
  }

  static Problem changed() {
    return Problem.refused(
        409,
        "conflict",
        "storefront_changed",
        "The storefront has been changed since the named version. Read it again.",
        List.of());
  }
}
