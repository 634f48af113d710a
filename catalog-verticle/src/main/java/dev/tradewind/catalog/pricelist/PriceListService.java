package dev.tradewind.catalog.pricelist;

import dev.tradewind.api.catalog.CatalogOperation;
import dev.tradewind.api.event.DeletedReferences;
import dev.tradewind.kernel.operation.CallContext;
import dev.tradewind.kernel.operation.Operations;
import dev.tradewind.kernel.operation.Reply;
import dev.tradewind.kernel.operation.Request;
import dev.tradewind.kernel.text.Timestamps;
import io.vertx.core.Future;
import io.vertx.core.eventbus.EventBus;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.Pool;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Price lists of customer groups: lookup by group, and removal of deleted groups from price lists.
 */
public final class PriceListService {

  private static final Logger LOG = LoggerFactory.getLogger(PriceListService.class);

  private static final Duration TIMEOUT = Duration.ofSeconds(10);

  private final PriceListStore lists;
  private final Pool pool;
  private final Clock clock;

  public PriceListService(Pool pool, PriceListStore lists, Clock clock) {
    this.pool = pool;
    this.lists = lists;
    this.clock = clock;
  }

  public void bind(Operations internal, EventBus bus) {
    internal.on(CatalogOperation.FIND_PRICE_LISTS, this::find);
    DeletedReferences.CUSTOMER_GROUP.listen(bus, this::forgetGroups);
  }

  private Future<Reply> find(Request request) {
    return lists
        .findOfGroups(pool, request.input().getJsonArray("group_ids"))
        .map(found -> Reply.ok(new JsonObject().put("price_lists", found)));
  }

  /**
   * Removes deleted groups. A list that loses its last group becomes a draft. A failure is
   * harmless: a deleted group has no customers.
   */
  private void forgetGroups(List<String> ids) {
    lists
        .forgetGroups(
            pool,
            ids,
            list ->
                PriceListEvents.of(
                    CallContext.system(clock, TIMEOUT),
                    Timestamps.now(clock),
                    PriceListEvents.UPDATED,
                    list))
        .onFailure(failure ->
            LOG.warn("Removing groups {} from price lists failed: {}", ids, failure.toString()));
  }
}
