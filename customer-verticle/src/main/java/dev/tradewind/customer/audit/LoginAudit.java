package dev.tradewind.customer.audit;

import dev.tradewind.api.audit.AuditAction;
import dev.tradewind.kernel.operation.CallContext;
import dev.tradewind.kernel.operation.Principal;
import dev.tradewind.kernel.operation.Request;
import dev.tradewind.kernel.outbox.Event;
import dev.tradewind.kernel.outbox.Outbox;
import dev.tradewind.kernel.text.Timestamps;
import dev.tradewind.kernel.token.Token;
import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.SqlClient;
import java.time.Clock;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Entries of the audit log about logins and second factors. E-mail addresses and passwords are not
 * recorded.
 */
public final class LoginAudit {

  private static final String UNKNOWN = "unknown";

  private LoginAudit() {}

  /** Entry about a login, whose actor is the account itself. */
  public static Event login(
      Request request,
      Clock clock,
      Token.Surface surface,
      String accountId,
      Principal.Credential credential) {
    Principal.Kind kind =
        switch (surface) {
          case ADMIN -> Principal.Kind.USER;
          case STORE -> Principal.Kind.CUSTOMER;
        };
    return AuditAction.LOGIN
        .on(accountId)
        .with(facts(request, surface))
        .event(
            request.context().withPrincipal(new Principal(kind, accountId, credential)),
            Timestamps.now(clock));
  }

  /**
   * Records a failed login.
   *
   * @param accountId absent if no account has the e-mail address
   */
  public static Future<Void> recordFailure(
      SqlClient db,
      Request request,
      Clock clock,
      Token.Surface surface,
      @Nullable String accountId) {
    return Outbox.append(
        db,
        AuditAction.LOGIN_FAILURE
            .on(accountId == null ? UNKNOWN : accountId)
            .with(facts(request, surface))
            .event(request.context(), Timestamps.now(clock)));
  }

  /** Records a wrong or used second factor of a user whose password is right. */
  public static Future<Void> recordSecondFactorFailure(
      SqlClient db, Request request, Clock clock, String userId) {
    return Outbox.append(
        db,
        AuditAction.SECOND_FACTOR_FAILURE
            .on(userId)
            .with(facts(request, Token.Surface.ADMIN))
            .event(request.context(), Timestamps.now(clock)));
  }

  /** Entry about a second factor that was put in force or removed. */
  public static Event secondFactorChange(
      CallContext context, Clock clock, String userId, boolean isInForce) {
    return AuditAction.SECOND_FACTOR_CHANGE
        .on(userId)
        .with(new JsonObject().put("in_force", isInForce))
        .event(context, Timestamps.now(clock));
  }

  private static JsonObject facts(Request request, Token.Surface surface) {
    return new JsonObject()
        .put("surface", surface.name().toLowerCase(Locale.ROOT))
        .put("operation", request.operation());
  }
}
