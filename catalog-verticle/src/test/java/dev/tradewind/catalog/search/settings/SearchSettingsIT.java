package dev.tradewind.catalog.search.settings;

import static dev.tradewind.testing.Futures.await;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.catalog.TestCatalog;
import dev.tradewind.kernel.operation.Reply;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.time.Clock;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Versions of the settings of the search, their refusals and audit, and the report of queries. */
class SearchSettingsIT {

  private static final JsonObject NOTHING = new JsonObject();

  private static TestCatalog catalog;

  @BeforeAll
  static void open() {
    catalog = TestCatalog.withDemoShop();
  }

  @AfterAll
  static void close() {
    catalog.close();
  }

  @BeforeEach
  void reset() {
    catalog.sql("DELETE FROM search_settings");
    catalog.sql("DELETE FROM search_query");
  }

  private static Reply update(int version, JsonObject settings) {
    return catalog.write(
        "adminUpdateSearchSettings", NOTHING, settings.copy().put("version", version));
  }

  private static JsonObject settings() {
    return catalog
        .ask("adminGetSearchSettings", NOTHING, NOTHING)
        .body()
        .toJsonObject()
        .getJsonObject("search");
  }

  @Test
  void aChangeIsAVersionAndAudited() {
    JsonObject before = settings();
    assertThat(before.getInteger("version")).isZero();
    assertThat(before.getJsonArray("languages")).containsExactly("de", "en");

    update(0, new JsonObject().put("stop_words", new JsonArray().add("the")));

    assertThat(settings())
        .isEqualTo(before.copy().put("version", 1).put("stop_words", new JsonArray().add("the")));
    assertThat(
            catalog.id(
                """
                SELECT data::text FROM outbox
                WHERE type = 'audit.recorded' AND data::text LIKE '%stop_words%'
                ORDER BY id DESC LIMIT 1
                """))
        .contains("setting_change");
    update(1, new JsonObject().putNull("stop_words"));
    assertThat(settings().getJsonArray("stop_words")).isEmpty();
  }

  @Test
  void anEarlierVersionIsRefused() {
    update(0, new JsonObject().put("stop_words", new JsonArray().add("the")));

    Reply late = update(0, new JsonObject().put("stop_words", new JsonArray().add("a")));

    assertThat(late.status()).isEqualTo(409);
    assertThat(late.body().toJsonObject().getString("code")).isEqualTo("search_settings_changed");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "languages | [\"xx\"] | languages[0] must be one of",
        "languages | [\"de\", \"de\"] | languages[1] is a repetition",
        "searchable_attributes | [\"price\"] | searchable_attributes[0] must be one of",
        "synonyms | [{\"word\": \"?\", \"synonyms\": []}] | synonyms[0].word must have",
        "facets | [\"title\"] | facets[0] must be one of available, categories",
        "facets | [\"options.Größe\", \"options.grosse\"] | facets[1] is a repetition",
        "results | [{\"query\": \"a\"}, {\"query\": \"A!\"}] | results[1].query is a repetition"
      })
  void aRefusalNamesThePlace(String name, String value, String message) {
    Reply refused = update(0, new JsonObject().put(name, new JsonArray(value)));

    assertThat(refused.status()).isEqualTo(400);
    assertThat(refused.body().toJsonObject().getString("message")).startsWith(message);
  }

  @Test
  void theLatestFiftyVersionsAreKept() {
    for (int version = 0; version < 53; version++) {
      update(version, new JsonObject().put("stop_words", new JsonArray().add("word" + version)));
    }

    assertThat(catalog.id("SELECT count(*)::text FROM search_settings")).isEqualTo("50");
  }

  @Test
  void queriesOfSeveralClientsAreCountedWithoutPersonalData() {
    QueryReport report = new QueryReport(catalog.pool, Clock.systemUTC());
    for (String client : List.of("192.0.2.1", "192.0.2.2", "192.0.2.3")) {
      report.note("Hammock", false, client);
      report.note("hammock!", false, client);
      report.note("anna@example.com", false, client);
      report.note("order 12345", false, client);
      report.note("4111 1111 1111", false, client);
    }
    report.note("secret plan", true, "192.0.2.1");
    report.note("secret plan", true, "192.0.2.1");

    await(report.store());
    await(report.store());

    JsonObject shown = catalog.ask("adminGetSearchQueries", NOTHING, NOTHING).body().toJsonObject();
    assertThat(shown.getJsonArray("frequent")).hasSize(1);
    JsonObject hammock = shown.getJsonArray("without_hits").getJsonObject(0);
    assertThat(hammock.getString("query")).isEqualTo("hammock");
    assertThat(hammock.getLong("searches")).isEqualTo(6);
    assertThat(hammock.getLong("searches_without_hits")).isEqualTo(6);
  }

  @Test
  void theNumberOfCountedQueriesIsLimited() {
    catalog.sql(
        """
        INSERT INTO search_query (query, searches, without_hit, searched_at)
        SELECT 'query ' || number, 1, 0, timestamptz '2026-01-01' + number * interval '1 second'
        FROM generate_series(1, 6000) AS number
        """);
    QueryReport report = new QueryReport(catalog.pool, Clock.systemUTC());
    for (String client : List.of("192.0.2.1", "192.0.2.2", "192.0.2.3")) {
      for (int query = 0; query < 2_500; query++) {
        report.note("fresh " + query, true, client);
      }
    }
    for (String client : List.of("192.0.2.1", "192.0.2.2", "192.0.2.3")) {
      report.note("newest", true, client);
    }

    await(report.store());

    assertThat(catalog.id("SELECT count(*)::text FROM search_query")).isEqualTo("5000");
    assertThat(catalog.id("SELECT query FROM search_query WHERE query = 'newest'"))
        .isEqualTo("newest");
  }
}
