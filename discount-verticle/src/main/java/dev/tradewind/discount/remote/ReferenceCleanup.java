package dev.tradewind.discount.remote;

import dev.tradewind.api.catalog.CatalogCacheInvalidation;
import dev.tradewind.api.customer.CustomerCacheInvalidation;
import dev.tradewind.api.discount.ConditionType;
import dev.tradewind.kernel.background.BackgroundTask;
import dev.tradewind.kernel.operation.CallContext;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.eventbus.MessageConsumer;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.Pool;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Takes out of conditions and discounts what its owner has deleted. It is not shown any longer
 * anyhow, so this may come late: when a change is said on the bus, and in a sweep now and then.
 * Several nodes may do the same at once.
 */
public final class ReferenceCleanup {

  private static final Logger LOG = LoggerFactory.getLogger(ReferenceCleanup.class);

  private static final Duration INTERVAL = Duration.ofMinutes(10);
  private static final int PAGE = 1_000;
  private static final Duration TIMEOUT = Duration.ofSeconds(10);

  private final Vertx vertx;
  private final RemoteReferences remote;
  private final Pool pool;
  private final Clock clock;
  private final List<MessageConsumer<JsonObject>> listeners = new ArrayList<>();

  public ReferenceCleanup(Vertx vertx, RemoteReferences remote, Pool pool, Clock clock) {
    this.vertx = vertx;
    this.remote = remote;
    this.pool = pool;
    this.clock = clock;
  }

  /** The task that looks at everything, for what was not heard of. */
  public BackgroundTask task() {
    return BackgroundTask.every(INTERVAL, "remove-dangling-references", this::cleanUp);
  }

  /** Begins to hear of changes. */
  public void start() {
    // Types and tags come with products and stay; one that is deleted by hand is left to the task.
    listeners.add(CatalogCacheInvalidation.listen(vertx.eventBus(), this::changed));
    listeners.add(
        CustomerCacheInvalidation.listen(
            vertx.eventBus(),
            (kind, ids) -> {
              if (kind == CustomerCacheInvalidation.Kind.DELETED_GROUP) {
                logged(forgetMissing(ConditionType.CUSTOMER_GROUPS, ids));
              }
            }));
  }

  public void stop() {
    listeners.forEach(MessageConsumer::unregister);
  }

  private void changed(CatalogCacheInvalidation.@Nullable Kind kind, List<String> ids) {
    switch (kind) {
      case REGION -> logged(sweepRegions());
      case PRODUCT -> logged(forgetMissing(ConditionType.PRODUCTS, ids));
      case COLLECTION -> logged(forgetMissing(ConditionType.PRODUCT_COLLECTIONS, ids));
      case VARIANT, CURRENCY, SALES_CHANNEL, SHIPPING_OPTION, TAX_RATE, STORE -> {}
      case null -> {}
    }
  }

  private Future<Void> forgetMissing(ConditionType type, List<String> ids) {
    return ReferenceStore.findAmong(pool, type, ids).compose(named -> forget(type, named));
  }

  /** Looks at everything that is referred to. */
  public Future<Void> cleanUp() {
    Future<Void> swept = sweepRegions();
    for (ConditionType type : ConditionType.values()) {
      swept = swept.compose(done -> cleanUp(type, ""));
    }
    return swept;
  }

  private Future<Void> cleanUp(ConditionType type, String after) {
    return ReferenceStore.findAfter(pool, type, after, PAGE)
        .compose(named ->
            forget(type, named)
                .compose(done ->
                    named.size() < PAGE
                        ? Future.succeededFuture()
                        : cleanUp(type, named.getLast())));
  }

  private Future<Void> forget(ConditionType type, List<String> named) {
    if (named.isEmpty()) {
      return Future.succeededFuture();
    }
    return remote
        .findResources(CallContext.system(clock, TIMEOUT), type, named, List.of("id"))
        .compose(found -> {
          String[] missing = missing(named, found);
          return missing.length == 0
              ? Future.succeededFuture()
              : ReferenceStore.forget(pool, type, missing);
        });
  }

  private Future<Void> sweepRegions() {
    return ReferenceStore.findRegions(pool)
        .compose(named ->
            named.isEmpty()
                ? Future.succeededFuture()
                : remote
                    .findRegions(CallContext.system(clock, TIMEOUT), named)
                    .compose(found -> {
                      String[] missing = missing(named, found);
                      return missing.length == 0
                          ? Future.succeededFuture()
                          : ReferenceStore.forgetRegions(pool, missing);
                    }));
  }

  private static String[] missing(List<String> named, List<JsonObject> found) {
    Set<String> missing = new HashSet<>(named);
    missing.removeAll(found.stream().map(row -> row.getString("id")).collect(Collectors.toSet()));
    return missing.toArray(String[]::new);
  }

  private static Future<Void> logged(Future<Void> work) {
    return work.onFailure(failure ->
            LOG.warn("Failed to remove references to deleted resources: {}", failure.toString()))
        .otherwiseEmpty();
  }
}
