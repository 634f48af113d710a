package dev.tradewind.customer.restock;

import dev.tradewind.api.catalog.CatalogClient;
import dev.tradewind.api.event.RequestedNotification;
import dev.tradewind.customer.restock.RestockRequestStore.RestockRequest;
import dev.tradewind.kernel.async.Futures;
import dev.tradewind.kernel.background.BackgroundTask;
import dev.tradewind.kernel.database.Transactions;
import dev.tradewind.kernel.operation.CallContext;
import dev.tradewind.kernel.operation.OperationClient;
import dev.tradewind.kernel.operation.Tracing;
import dev.tradewind.kernel.outbox.Event;
import dev.tradewind.kernel.outbox.Outbox;
import dev.tradewind.kernel.text.Sha256;
import dev.tradewind.kernel.text.Timestamps;
import io.vertx.core.Future;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.Pool;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/**
 * Background task that asks the catalog for the stock of variants that shoppers wait for. A request
 * is deleted in the transaction that publishes its notification, so it is answered once.
 */
public final class RestockNotifier {

  /** Event of the reference's plugin. */
  static final String RESTOCKED = "restock-notification.restocked";

  private static final String TASK = "notify-of-restocked-variants";
  private static final Duration INTERVAL = Duration.ofSeconds(10);
  private static final Duration TIMEOUT = Duration.ofSeconds(20);
  private static final Duration RETENTION = Duration.ofDays(365);
  private static final int VARIANTS_AT_ONCE = 200;
  private static final int REQUESTS_AT_ONCE = 500;

  private final Pool pool;
  private final RestockRequestStore store;
  private final CatalogClient catalog;
  private final Clock clock;

  public RestockNotifier(Pool pool, RestockRequestStore store, OperationClient bus, Clock clock) {
    this.pool = pool;
    this.store = store;
    this.catalog = new CatalogClient(bus);
    this.clock = clock;
  }

  public BackgroundTask task() {
    return BackgroundTask.spread(INTERVAL, TASK, this::notifyOfRestocked);
  }

  /** Tells all shoppers whose variants can be bought again. */
  Future<?> notifyOfRestocked() {
    return store
        .deleteBefore(pool, clock.instant().minus(RETENTION))
        .compose(deleted -> checkAfter(""));
  }

  private Future<Void> checkAfter(String id) {
    return store
        .findVariants(pool, id, VARIANTS_AT_ONCE)
        .compose(ids ->
            Futures.unlessEmpty(
                ids,
                () ->
                    check(ids)
                        .compose(checked -> {
                          if (ids.size() < VARIANTS_AT_ONCE) {
                            return Future.succeededFuture();
                          }
                          return checkAfter(ids.getLast());
                        })));
  }

  private Future<Void> check(List<String> ids) {
    return catalog
        .findVariantsOfChannel(CallContext.system(clock, TIMEOUT), null, ids)
        .compose(found -> {
          List<String> deleted = new ArrayList<>(ids);
          deleted.removeAll(ids(found));
          List<String> restocked =
              ids(
                  found.stream()
                      .filter(SoldVariants::isPublished)
                      .filter(SoldVariants::isInStock)
                      .toList());
          return (deleted.isEmpty()
                  ? Future.<Void>succeededFuture()
                  : store.deleteOfVariants(pool, deleted))
              .compose(done ->
                  Futures.unlessEmpty(
                      restocked,
                      () ->
                          Tracing.background(
                              TASK, () -> publish(CallContext.system(clock, TIMEOUT), restocked))));
        });
  }

  private static List<String> ids(List<JsonObject> variants) {
    return variants.stream().map(variant -> variant.getString("id")).toList();
  }

  private Future<Void> publish(CallContext context, List<String> variantIds) {
    Instant now = Timestamps.now(clock);
    return Transactions.inTransaction(
            pool,
            tx ->
                store
                    .take(tx, variantIds, REQUESTS_AT_ONCE)
                    .compose(taken -> {
                      if (taken.isEmpty()) {
                        return Future.succeededFuture(taken);
                      }
                      return Outbox.append(
                              tx, taken.stream().map(each -> event(context, now, each)).toList())
                          .map(taken);
                    }))
        .compose(taken -> {
          if (taken.size() < REQUESTS_AT_ONCE) {
            return Future.succeededFuture();
          }
          return publish(context, variantIds);
        });
  }

  private static Event event(CallContext context, Instant now, RestockRequest request) {
    JsonObject data =
        new JsonObject()
            .put("variant_id", request.variantId())
            .put("emails", new JsonArray().add(request.email()))
            .put("language", request.language());
    return new RequestedNotification(
            Sha256.of(request.email()),
            RESTOCKED,
            "product-variant",
            request.variantId(),
            request.email(),
            data)
        .requested(context, now);
  }
}
