package dev.tradewind.providers.hook;

import dev.tradewind.api.audit.AuditAction;
import dev.tradewind.kernel.operation.CallContext;
import dev.tradewind.kernel.outbox.Event;
import dev.tradewind.kernel.outbox.Outbox;
import io.vertx.core.Future;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.SqlClient;
import java.time.Instant;
import java.util.List;

/** Decisions of hooks in the audit log, where they explain what became of an order or account. */
public final class HookAudit {

  private HookAudit() {}

  /**
   * Event that records decisions.
   *
   * @param subject id of the order or customer; name of the hook that refuses a customer
   */
  public static Event event(
      CallContext context, Instant at, String subject, List<JsonObject> decisions) {
    return AuditAction.HOOK_DECISION
        .on(subject)
        .with(new JsonObject().put("decisions", new JsonArray(decisions)))
        .event(context, at);
  }

  /** Records decisions by themselves, if there are any. */
  public static Future<Void> append(
      SqlClient db, CallContext context, Instant at, String subject, List<JsonObject> decisions) {
    if (decisions.isEmpty()) {
      return Future.succeededFuture();
    }
    return Outbox.append(db, event(context, at, subject, decisions));
  }
}
