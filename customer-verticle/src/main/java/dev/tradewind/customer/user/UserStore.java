package dev.tradewind.customer.user;

import dev.tradewind.api.audit.AuditAction;
import dev.tradewind.api.customer.EmailAddress;
import dev.tradewind.api.event.Topics;
import dev.tradewind.customer.schema.UserResources;
import dev.tradewind.kernel.audit.AuditEntry;
import dev.tradewind.kernel.operation.CallContext;
import dev.tradewind.kernel.operation.Problem;
import dev.tradewind.kernel.outbox.Event;
import dev.tradewind.kernel.resource.Selection;
import dev.tradewind.kernel.resource.write.ResourceWriter;
import dev.tradewind.kernel.resource.write.RowChange;
import dev.tradewind.kernel.text.Ids;
import dev.tradewind.kernel.text.Timestamps;
import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.SqlClient;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** Store of users and their events. */
public final class UserStore {

  private static final Ids IDS = Ids.of("usr");
  private static final Selection WHOLE = Selection.of(UserResources.USER);

  private static final String EXISTS =
      """
      SELECT
      FROM "user"
      LIMIT 1
      """;

  private final ResourceWriter writer = new ResourceWriter(UserResources.STORED);
  private final Clock clock;

  public UserStore(Clock clock) {
    this.clock = clock;
  }

  /**
   * Inserts a user. Fails with {@code InvalidData} if the e-mail address belongs to a user.
   *
   * @param values {@code email}, and any of {@code first_name}, {@code last_name} and {@code role}
   */
  public Future<JsonObject> insert(
      SqlClient db, CallContext context, JsonObject values, String passwordHash) {
    String id = IDS.next();
    JsonObject row = values.copy();
    row.put("id", id)
        .put("email", EmailAddress.normalized(values.getString("email")))
        .put("password_hash", passwordHash);
    return writer
        .insert(db, WHOLE, write(context, "user.created", id, row, creation(id, values)))
        .recover(failure ->
            Future.failedFuture(isDuplicate(failure) ? UserResources.emailTaken() : failure));
  }

  private static AuditEntry creation(String id, JsonObject values) {
    return AuditAction.USER_CREATION.on(id).with(RowChange.pick(values, "role"));
  }

  /** Existence of a user, deleted users included. */
  Future<Boolean> hasAny(SqlClient db) {
    return db.query(EXISTS).execute().map(rows -> rows.size() > 0);
  }

  /** Row change with its event and entries of the audit log. */
  RowChange write(
      CallContext context, String type, String id, JsonObject values, AuditEntry... entries) {
    Instant now = Timestamps.now(clock);
    JsonObject data = new JsonObject().put("id", id);
    List<Event> events = new ArrayList<>();
    events.add(Event.of(context, now, Topics.ACCESS, type, id, 0, data));
    for (AuditEntry entry : entries) {
      events.add(entry.event(context, now));
    }
    return new RowChange(now, values, events);
  }

  private static boolean isDuplicate(Throwable failure) {
    return Problem.is(failure, Problem.Kind.DUPLICATE);
  }
}
