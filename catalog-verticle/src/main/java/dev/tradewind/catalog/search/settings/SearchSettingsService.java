package dev.tradewind.catalog.search.settings;

import dev.tradewind.api.audit.AuditAction;
import dev.tradewind.catalog.search.index.Attributes;
import dev.tradewind.catalog.search.text.Stems;
import dev.tradewind.kernel.database.Transactions;
import dev.tradewind.kernel.json.JsonArrays;
import dev.tradewind.kernel.operation.Operations;
import dev.tradewind.kernel.operation.Problem;
import dev.tradewind.kernel.operation.Reply;
import dev.tradewind.kernel.operation.Request;
import dev.tradewind.kernel.outbox.Outbox;
import dev.tradewind.kernel.text.TextFolding;
import dev.tradewind.kernel.text.Timestamps;
import io.vertx.core.Future;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.SqlClient;
import java.time.Clock;
import java.time.Instant;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Operations on the settings of the search, and the report of queries. */
public final class SearchSettingsService {

  private final SearchSettingsStore store = new SearchSettingsStore();
  private final SearchQueryStore queries;
  private final Pool pool;
  private final Clock clock;

  public SearchSettingsService(Pool pool, Clock clock) {
    this.queries = new SearchQueryStore(pool);
    this.pool = pool;
    this.clock = clock;
  }

  public void bind(Operations operations) {
    operations
        .on("adminGetSearchSettings", request -> store.findLatest(pool).map(this::reply))
        .on("adminUpdateSearchSettings", this::update)
        .on("adminGetSearchQueries", request -> report());
  }

  private Reply reply(SearchSettings settings) {
    return Reply.ok("search", settings.json());
  }

  private Future<Reply> update(Request request) {
    JsonObject body = request.body();
    int version = body.getInteger("version");
    return Transactions.inTransaction(
            pool,
            db ->
                store
                    .findLatest(db)
                    .compose(latest -> {
                      if (latest.version() != version) {
                        throw SearchSettingsStore.changed();
                      }
                      JsonObject content = latest.with(body);
                      require(content);
                      return add(db, request, latest, content);
                    }))
        .map(this::reply);
  }

  private static void require(JsonObject content) {
    requireKnown(content, SearchSettings.LANGUAGES, Stems.LANGUAGES);
    requireKnown(content, SearchSettings.SEARCHABLE, Attributes.SEARCHABLE);
    requireKnown(
        content,
        SearchSettings.FACETS,
        name -> {
          String attribute = Attributes.facet(name);
          return attribute == null ? null : TextFolding.fold(attribute);
        },
        Attributes.facetNames());
    requireDistinct(content, SearchSettings.SYNONYMS, "word");
    requireDistinct(content, SearchSettings.RESULTS, "query");
  }

  private static void requireKnown(JsonObject content, String name, Collection<String> known) {
    requireKnown(
        content,
        name,
        value -> known.contains(value) ? value : null,
        String.join(", ", known.stream().sorted().toList()));
  }

  /**
   * @param form of a value by which repetitions are found; null of an unknown one
   */
  private static void requireKnown(
      JsonObject content, String name, Function<String, @Nullable String> form, String known) {
    Set<String> seen = new HashSet<>();
    List<String> values = JsonArrays.strings(content.getJsonArray(name));
    for (int i = 0; i < values.size(); i++) {
      String place = name + "[" + i + "]";
      String one = form.apply(values.get(i));
      if (one == null) {
        throw Problem.invalidData("%s must be one of %s".formatted(place, known));
      }
      if (!seen.add(one)) {
        throw Problem.invalidData(place + " is a repetition of " + values.get(i));
      }
    }
  }

  private static void requireDistinct(JsonObject content, String name, String member) {
    Set<String> seen = new HashSet<>();
    List<JsonObject> entries = JsonArrays.objects(content.getJsonArray(name));
    for (int i = 0; i < entries.size(); i++) {
      String key = SearchSettings.key(entries.get(i).getString(member));
      boolean mayBeEmpty = name.equals(SearchSettings.RESULTS);
      if (key.isEmpty() && !mayBeEmpty) {
        throw Problem.invalidData(
            "%s[%s].%s must have a letter or a digit".formatted(name, i, member));
      }
      if (!seen.add(key)) {
        throw Problem.invalidData(
            "%s[%s].%s is a repetition of %s".formatted(name, i, member, key));
      }
    }
  }

  private Future<SearchSettings> add(
      SqlClient db, Request request, SearchSettings latest, JsonObject content) {
    Instant now = Timestamps.now(clock);
    return store
        .add(db, latest.version(), content, now, request.principal().id())
        .compose(added ->
            Outbox.append(
                    db,
                    List.of(
                        AuditAction.SETTING_CHANGE
                            .on("search")
                            .changing(
                                changed(latest, added).put("version", latest.version()),
                                changed(added, latest).put("version", added.version()))
                            .event(request.context(), now)))
                .map(added));
  }

  /** The properties that the other version has otherwise. */
  private static JsonObject changed(SearchSettings one, SearchSettings other) {
    JsonObject changed = new JsonObject();
    for (String name : SearchSettings.PROPERTIES) {
      JsonArray value = one.content().getJsonArray(name);
      if (!Objects.equals(value, other.content().getJsonArray(name))) {
        changed.put(name, value);
      }
    }
    return changed;
  }

  private Future<Reply> report() {
    return queries
        .findFrequent()
        .compose(frequent ->
            queries
                .findWithoutHit()
                .map(withoutHits ->
                    Reply.ok(
                        new JsonObject()
                            .put("frequent", frequent)
                            .put("without_hits", withoutHits))));
  }
}
