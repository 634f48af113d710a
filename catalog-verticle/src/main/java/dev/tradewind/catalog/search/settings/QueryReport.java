package dev.tradewind.catalog.search.settings;

import dev.tradewind.catalog.search.settings.SearchQueryStore.Counted;
import dev.tradewind.kernel.background.BackgroundTask;
import dev.tradewind.kernel.text.Timestamps;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;
import java.text.Normalizer;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Counter of queries, without personal data: a query is stored once several clients have sent it,
 * and a query with the form of an address, a number or a code is not stored. Clients are told apart
 * in memory only. Used on one event loop.
 */
public final class QueryReport {

  /** Clients that must have sent a query. */
  static final int MIN_CLIENTS = 3;

  private static final int MAX_QUERIES = 2_000;
  private static final int MAX_LENGTH = 100;
  private static final Duration STORING = Duration.ofSeconds(20);

  /** Five digits in a row may be a number of an order, a card or a phone. */
  private static final Pattern PERSONAL = Pattern.compile("@|\\d[\\d\\s.,/-]{3,}\\d");

  private final SearchQueryStore store;
  private final Clock clock;
  private final Map<String, Noted> noted =
      new LinkedHashMap<>(16, 0.75f, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Noted> eldest) {
          return size() > MAX_QUERIES;
        }
      };

  /** Searches that are not stored yet. */
  private static final class Noted {

    private final Set<Integer> clients = new HashSet<>();
    private long searches;
    private long withoutHit;
  }

  public QueryReport(SqlClient db, Clock clock) {
    this.store = new SearchQueryStore(db);
    this.clock = clock;
  }

  /** Task that stores what has been counted. */
  public BackgroundTask storing() {
    return BackgroundTask.every(STORING, "store-search-queries", this::store);
  }

  /**
   * @param client address of the client; absent for the service itself
   */
  public void note(String query, boolean isHit, @Nullable String client) {
    if (client == null || query.length() > MAX_LENGTH || PERSONAL.matcher(query).find()) {
      return;
    }
    String key = SearchSettings.key(query);
    boolean isPersonal =
        PERSONAL.matcher(key).find()
            || Normalizer.normalize(query, Normalizer.Form.NFKC).indexOf('@') >= 0;
    if (key.isEmpty() || key.length() > MAX_LENGTH || isPersonal) {
      return;
    }
    Noted own = noted.computeIfAbsent(key, one -> new Noted());
    own.searches++;
    own.withoutHit += isHit ? 0 : 1;
    if (own.clients.size() < MIN_CLIENTS) {
      own.clients.add(client.hashCode());
    }
  }

  /** Stores the queries that enough clients have sent. */
  Future<Void> store() {
    List<Counted> counted = new ArrayList<>();
    noted.forEach((query, one) -> {
      if (one.clients.size() >= MIN_CLIENTS && one.searches > 0) {
        counted.add(new Counted(query, one.searches, one.withoutHit));
      }
    });
    if (counted.isEmpty()) {
      return Future.succeededFuture();
    }
    return store
        .add(counted, Timestamps.now(clock))
        .onSuccess(stored -> counted.forEach(this::subtract));
  }

  private void subtract(Counted stored) {
    Noted one = noted.get(stored.query());
    if (one != null) {
      one.searches -= stored.searches();
      one.withoutHit -= stored.withoutHit();
    }
  }
}
