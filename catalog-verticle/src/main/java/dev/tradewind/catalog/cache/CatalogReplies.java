package dev.tradewind.catalog.cache;

import dev.tradewind.api.catalog.CatalogChangeKind;
import dev.tradewind.kernel.changelog.ChangeLog;
import dev.tradewind.kernel.changelog.LoggedKinds;
import dev.tradewind.kernel.changelog.ReplyCache;
import io.micrometer.core.instrument.MeterRegistry;
import io.vertx.core.Vertx;
import io.vertx.sqlclient.SqlClient;
import java.util.Set;

/** Factory of the cache of the catalog's responses. */
public final class CatalogReplies {

  private static final String NAME = "catalog-replies";

  private static final LoggedKinds LOGGED =
      LoggedKinds.of(CatalogChangeKind.values())
          .changingAt(CatalogChangeKind.PRICE_LIST, "next_price_list_turn()");

  /** Conditions belong to the discount verticle. */
  private static final Set<String> FOREIGN = Set.of("discount_condition_id");

  private CatalogReplies() {}

  /**
   * @param megabytes bound of the memory; 0: nothing is cached
   */
  public static ReplyCache cache(Vertx vertx, SqlClient db, MeterRegistry meters, int megabytes) {
    return new ReplyCache(vertx, meters, NAME, ChangeLog.of(db, LOGGED), megabytes, FOREIGN);
  }
}
