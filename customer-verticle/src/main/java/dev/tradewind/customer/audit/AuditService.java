package dev.tradewind.customer.audit;

import dev.tradewind.api.audit.AuditAction;
import dev.tradewind.api.audit.ForwardedWrite;
import dev.tradewind.api.batch.FileClient;
import dev.tradewind.api.cart.CartClient;
import dev.tradewind.api.catalog.CatalogClient;
import dev.tradewind.api.customer.CustomerClient;
import dev.tradewind.api.customer.CustomerOperation;
import dev.tradewind.api.customer.Refusal;
import dev.tradewind.api.discount.DiscountClient;
import dev.tradewind.api.order.OrderClient;
import dev.tradewind.api.webhook.WebhookClient;
import dev.tradewind.kernel.audit.AuditEntry;
import dev.tradewind.kernel.audit.AuditLog;
import dev.tradewind.kernel.operation.OperationClient;
import dev.tradewind.kernel.operation.Operations;
import dev.tradewind.kernel.operation.Reply;
import dev.tradewind.kernel.operation.Request;
import dev.tradewind.kernel.outbox.Event;
import dev.tradewind.kernel.outbox.Outbox;
import dev.tradewind.kernel.text.Timestamps;
import io.vertx.core.Future;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.Pool;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;

/** List of the audit log over all verticles, and records of what the gateway refused. */
public final class AuditService {

  private static final List<String> VERTICLES =
      List.of(
          CatalogClient.ADDRESS,
          CustomerClient.ADDRESS,
          DiscountClient.ADDRESS,
          CartClient.ADDRESS,
          OrderClient.ADDRESS,
          FileClient.ADDRESS);

  private static final List<String> FILTERS =
      List.of("actor_id", "action", "subject", "address", "created_at");

  private static final int DEFAULT_LIMIT = 50;
  private static final int UNAUTHORIZED = 401;
  private static final int TOO_MANY_REQUESTS = 429;

  private final Pool pool;
  private final OperationClient bus;
  private final Clock clock;
  private final List<String> verticles;

  /**
   * @param auditsWebhooks whether there is a webhook verticle
   */
  public AuditService(Pool pool, OperationClient bus, Clock clock, boolean auditsWebhooks) {
    this.verticles =
        auditsWebhooks
            ? Stream.concat(VERTICLES.stream(), Stream.of(WebhookClient.ADDRESS)).toList()
            : VERTICLES;
    this.pool = pool;
    this.bus = bus;
    this.clock = clock;
  }

  public void bind(Operations operations, Operations internal) {
    operations.on("adminListAuditLog", this::list);
    internal.on(CustomerOperation.RECORD_REFUSALS, this::recordRefusals);
    internal.on(CustomerOperation.RECORD_FORWARDED_WRITE, this::recordForwardedWrite);
  }

  private Future<Reply> list(Request request) {
    JsonObject query = request.query();
    JsonObject filters = new JsonObject();
    FILTERS.stream()
        .filter(query::containsKey)
        .forEach(name -> filters.put(name, query.getValue(name)));
    int limit = query.getInteger("limit", DEFAULT_LIMIT);
    // One more than the page shows whether another page follows.
    return AuditLog.find(
            bus, request.context(), verticles, filters, query.getString("cursor"), limit + 1)
        .map(found -> {
          List<JsonObject> page = found.stream().limit(limit).toList();
          return Reply.ok(
              new JsonObject()
                  .put("audit_entries", new JsonArray(page))
                  .put("limit", limit)
                  .put(
                      "next_cursor",
                      found.size() > limit && limit > 0 ? page.getLast().getString("id") : null));
        });
  }

  private Future<Reply> recordRefusals(Request request) {
    Instant now = Timestamps.now(clock);
    List<Event> entries =
        Refusal.listOf(request.input()).stream()
            .map(refusal -> entry(refusal).event(refusal.context(request.context()), now))
            .toList();
    return Outbox.append(pool, entries).map(done -> Reply.ok(new JsonObject()));
  }

  private Future<Reply> recordForwardedWrite(Request request) {
    ForwardedWrite write = ForwardedWrite.parse(request.input());
    AuditEntry entry =
        AuditAction.FORWARDED_WRITE
            .on(write.route())
            .with(new JsonObject().put("service", write.service()).put("path", write.path()));
    return Outbox.append(pool, List.of(entry.event(request.context(), Timestamps.now(clock))))
        .map(done -> Reply.ok(new JsonObject()));
  }

  private static AuditEntry entry(Refusal refusal) {
    AuditAction action =
        switch (refusal.status()) {
          case UNAUTHORIZED -> AuditAction.INVALID_CREDENTIAL;
          case TOO_MANY_REQUESTS -> AuditAction.THROTTLING;
          default -> AuditAction.ACCESS_REFUSAL;
        };
    return action
        .on(refusal.operation())
        .with(new JsonObject().put("status", refusal.status()).put("count", refusal.count()));
  }
}
