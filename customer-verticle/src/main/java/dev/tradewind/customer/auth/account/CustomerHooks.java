package dev.tradewind.customer.auth.account;

import dev.tradewind.kernel.operation.CallContext;
import dev.tradewind.kernel.text.Timestamps;
import dev.tradewind.providers.hook.HookAudit;
import dev.tradewind.providers.hook.Hooks;
import dev.tradewind.spi.hook.CustomerQuestion;
import dev.tradewind.spi.hook.HookPoint;
import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.Pool;
import java.time.Clock;

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
   * The customer with the metadata that hooks add.
   *
   * @param customer with its id, not stored yet
   * @return fails with a 400 that has the sentence of the hook
   */
  public Future<JsonObject> permitted(CallContext context, JsonObject customer) {
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
            decisions ->
                HookAudit.append(
                    pool, context, Timestamps.now(clock), customer.getString("id"), decisions))
        .map(permission ->
            permission.metadata().isEmpty()
                ? customer
                : customer.put("metadata", permission.added(metadata)));
  }
}
