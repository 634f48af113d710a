package dev.tradewind.discount.remote;

import dev.tradewind.api.discount.ConditionType;
import dev.tradewind.api.event.DeletedReferences;
import dev.tradewind.kernel.async.Futures;
import dev.tradewind.kernel.background.BackgroundTask;
import dev.tradewind.kernel.operation.CallContext;
import dev.tradewind.kernel.operation.Tracing;
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
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Cleanup of references in conditions and discounts to resources deleted by their owners. Views
 * omit such references already, so the cleanup may be late: it runs on notices of deletions, and
 * periodically for missed ones. Concurrent runs on several nodes are harmless.
 */
public final class ReferenceCleanup {

  private static final Logger LOG = LoggerFactory.getLogger(ReferenceCleanup.class);

  private static final String TASK = "remove-dangling-references";

  private static final Duration INTERVAL = Duration.ofMinutes(10);
  private static final int PAGE = 1_000;
  private static final Duration TIMEOUT = Duration.ofSeconds(10);

  private final ReferenceStore store = new ReferenceStore();
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

  /** Periodic cleanup of all references, for missed messages. */
  public BackgroundTask task() {
    return BackgroundTask.every(INTERVAL, TASK, this::cleanUp);
  }

  /** Subscribes to the notices of deleted resources. */
  public void start() {
    // There are none of product types and tags; the periodic cleanup covers them.
    listen(DeletedReferences.PRODUCT, ConditionType.PRODUCTS);
    listen(DeletedReferences.PRODUCT_COLLECTION, ConditionType.PRODUCT_COLLECTIONS);
    listen(DeletedReferences.CUSTOMER_GROUP, ConditionType.CUSTOMER_GROUPS);
    listeners.add(
        DeletedReferences.REGION.listen(vertx.eventBus(), ids -> logged(cleanUpRegions())));
  }

  private void listen(DeletedReferences deleted, ConditionType type) {
    listeners.add(deleted.listen(vertx.eventBus(), ids -> logged(removeMissing(type, ids))));
  }

  public void stop() {
    listeners.forEach(MessageConsumer::unregister);
  }

  private Future<Void> removeMissing(ConditionType type, List<String> ids) {
    return store
        .findReferencedAmong(pool, type, ids)
        .compose(referenced -> removeDeleted(type, referenced));
  }

  /** Checks all references. */
  public Future<Void> cleanUp() {
    return cleanUpRegions()
        .compose(
            done -> Futures.sequence(List.of(ConditionType.values()), type -> cleanUp(type, "")));
  }

  private Future<Void> cleanUp(ConditionType type, String after) {
    return store
        .findReferencedAfter(pool, type, after, PAGE)
        .compose(referenced ->
            removeDeleted(type, referenced)
                .compose(done -> {
                  if (referenced.size() < PAGE) {
                    return Future.succeededFuture();
                  }
                  return cleanUp(type, referenced.getLast());
                }));
  }

  private Future<Void> removeDeleted(ConditionType type, List<String> referenced) {
    if (referenced.isEmpty()) {
      return Future.succeededFuture();
    }
    return remote
        .findResources(CallContext.system(clock, TIMEOUT), type, referenced, List.of("id"))
        .compose(found -> {
          String[] missing = missing(referenced, found);
          if (missing.length == 0) {
            return Future.succeededFuture();
          }
          return Tracing.background(TASK, () -> store.remove(pool, type, missing));
        });
  }

  private Future<Void> cleanUpRegions() {
    return store
        .findRegions(pool)
        .compose(referenced ->
            Futures.unlessEmpty(
                referenced,
                () ->
                    remote
                        .findRegions(CallContext.system(clock, TIMEOUT), referenced)
                        .compose(found -> {
                          String[] missing = missing(referenced, found);
                          if (missing.length == 0) {
                            return Future.succeededFuture();
                          }
                          return Tracing.background(TASK, () -> store.removeRegions(pool, missing));
                        })));
  }

  private static String[] missing(List<String> referenced, List<JsonObject> found) {
    Set<String> missing = new HashSet<>(referenced);
    missing.removeAll(found.stream().map(row -> row.getString("id")).collect(Collectors.toSet()));
    return missing.toArray(String[]::new);
  }

  private static Future<Void> logged(Future<Void> work) {
    return work.onFailure(failure ->
            LOG.warn("Failed to remove references to deleted resources: {}", failure.toString()))
        .otherwiseEmpty();
  }
}
