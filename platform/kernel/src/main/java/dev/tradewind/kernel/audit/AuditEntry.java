package dev.tradewind.kernel.audit;

import dev.tradewind.kernel.operation.CallContext;
import dev.tradewind.kernel.outbox.Event;
import io.vertx.core.json.JsonObject;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Entry of the audit log: an action on a subject, with sensitive fields before and after. Its
 * actor, its request and its network address come from the call. Appended to the outbox as an
 * event, it is recorded in the transaction of the change and published on a topic of its own. It
 * never holds a secret.
 *
 * @param subject id of what the action is about
 * @param before absent where nothing was there before
 * @param after values afterwards, or other facts about the action; absent where nothing is left
 */
public record AuditEntry(
    String action, String subject, @Nullable JsonObject before, @Nullable JsonObject after) {

  public static final String TOPIC = "commerce.audit.v1";

  private static final String TYPE = "audit.recorded";

  /** An entry without values. */
  public AuditEntry(String action, String subject) {
    this(action, subject, null, null);
  }

  public AuditEntry with(JsonObject facts) {
    return new AuditEntry(action, subject, null, facts);
  }

  public AuditEntry changing(@Nullable JsonObject from, @Nullable JsonObject to) {
    return new AuditEntry(action, subject, from, to);
  }

  /** The event that records the entry. */
  public Event event(CallContext context, Instant at) {
    JsonObject data =
        new JsonObject()
            .put("id", subject)
            .put("action", action)
            .put("address", context.address())
            .put("before", before)
            .put("after", after);
    return Event.of(context, at, TOPIC, TYPE, subject, 0, data);
  }
}
