package dev.tradewind.catalog.cache;

import dev.tradewind.api.catalog.CatalogChangeKind;
import dev.tradewind.kernel.changelog.ChangeLog;
import dev.tradewind.kernel.changelog.LoggedKinds;
import dev.tradewind.kernel.changelog.ReplyCache;
import io.micrometer.core.instrument.MeterRegistry;
import io.vertx.core.Vertx;
import io.vertx.sqlclient.SqlClient;
import java.util.Set;

/** Caches of the catalog's responses and of counts in them, by one copy of its change log. */
public record CatalogReplies(ReplyCache responses, CachedCounts counts) {

  private static final String RESPONSES = "catalog-replies";
  private static final String COUNTS = "catalog-counts";
  private static final int MEGABYTES_OF_COUNTS = 1;

  private static final LoggedKinds LOGGED =
      LoggedKinds.of(CatalogChangeKind.values())
          .changingAt(CatalogChangeKind.PRICE_LIST, "next_price_list_turn()");

  /** Conditions belong to the discount verticle, and declarations of fields are not logged. */
  private static final Set<String> FOREIGN = Set.of("discount_condition_id", "metadata");

  /**
   * @param megabytes bound of the memory of responses; 0: nothing is cached
   */
  public static CatalogReplies cache(
      Vertx vertx, SqlClient db, MeterRegistry meters, int megabytes) {
    ChangeLog log = ChangeLog.of(db, LOGGED);
    int ofCounts = Math.min(megabytes, MEGABYTES_OF_COUNTS);
    return new CatalogReplies(
        new ReplyCache(vertx, meters, RESPONSES, log, megabytes, FOREIGN),
        new CachedCounts(new ReplyCache(vertx, meters, COUNTS, log, ofCounts, Set.of())));
  }
}
