package dev.tradewind.customer.auth.account;

import dev.tradewind.kernel.operation.CallContext;
import dev.tradewind.kernel.outbox.Event;
import dev.tradewind.kernel.text.Timestamps;
import dev.tradewind.providers.hook.HookAudit;
import dev.tradewind.providers.hook.HookDecision;
import dev.tradewind.providers.hook.Hooks;
import dev.tradewind.spi.hook.CustomerQuestion;
import dev.tradewind.spi.hook.HookPoint;
import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.Pool;
import java.time.Clock;
import java.util.List;

/** Permission of accounts of customers, whether shoppers or staff make them. */
public final class CustomerHooks {

  private final Pool pool;
  private final Hooks hooks;
  private final Clock clock;

  public CustomerHooks(Pool pool, Hooks hooks, Clock clock) {
    this.pool = pool;
    this.hooks = hooks;
    this.clock = clock;
  }

  /**
   * Customer as hooks permit it.
   *
   * @param customer with the metadata that they add
   * @param decisions event that records them, to be appended with the customer; none without hooks
   */
  public record Permitted(JsonObject customer, List<Event> decisions) {}

  /**
   * Asks about a customer. A refusal is recorded by itself, as there is no customer then: about the
   * hook that refuses.
   *
   * @param customer with its id, not stored yet
   * @return fails with a 400 that has the sentence of the hook
   */
  public Future<Permitted> permitted(CallContext context, JsonObject customer) {
    JsonObject metadata =
        customer.getValue("metadata") instanceof JsonObject given ? given : new JsonObject();
    return hooks
        .permit(
            HookPoint.CREATE_CUSTOMER,
            context,
            () ->
                new CustomerQuestion(
                    customer.getString("email"),
                    customer.getString("first_name"),
                    customer.getString("last_name"),
                    customer.getString("phone"),
                    metadata.copy(),
                    context.principal().isUser() ? context.principal().id() : null),
            decisions -> recorded(context, decisions))
        .map(permission -> {
          if (!permission.metadata().isEmpty()) {
            customer.put("metadata", permission.added(metadata));
          }
          return new Permitted(
              customer,
              permission.decisions().isEmpty()
                  ? List.of()
                  : List.of(
                      HookAudit.event(
                          context,
                          Timestamps.now(clock),
                          customer.getString("id"),
                          permission.decisions())));
        });
  }

  private Future<Void> recorded(CallContext context, List<JsonObject> decisions) {
    return decisions.stream()
        .filter(HookDecision::isRefusal)
        .findFirst()
        .map(refusal ->
            HookAudit.append(
                pool, context, Timestamps.now(clock), refusal.getString("hook"), decisions))
        .orElseGet(Future::succeededFuture);
  }
}
