package dev.tradewind.catalog.search.settings;

import dev.tradewind.catalog.store.ContentVersionStore;
import dev.tradewind.catalog.store.ContentVersionStore.Version;
import dev.tradewind.kernel.operation.Problem;
import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.SqlClient;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Versions of the settings in the database. */
public final class SearchSettingsStore {

  private final ContentVersionStore versions =
      new ContentVersionStore("search_settings", SearchSettingsStore::changed);

  public Future<SearchSettings> findLatest(SqlClient db) {
    return versions
        .findLatest(db)
        .map(found -> found.map(SearchSettingsStore::settings).orElse(SearchSettings.DEFAULT));
  }

  /** Adds the version after the given one; a conflict if there is a later one already. */
  Future<SearchSettings> add(
      SqlClient db, int version, JsonObject content, Instant at, @Nullable String by) {
    return versions.add(db, version, content, at, by).map(SearchSettingsStore::settings);
  }

  private static SearchSettings settings(Version version) {
    return SearchSettings.of(version.number(), version.content());
  }

  static Problem changed() {
    return Problem.refused(
        409,
        "conflict",
        "search_settings_changed",
        "The settings of the search have been changed since the named version. Read them again.",
        List.of());
  }
}
