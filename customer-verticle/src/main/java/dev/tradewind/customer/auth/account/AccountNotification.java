package dev.tradewind.customer.auth.account;

import dev.tradewind.api.event.RequestedNotification;
import dev.tradewind.kernel.operation.CallContext;
import dev.tradewind.kernel.outbox.Event;
import dev.tradewind.kernel.token.Token;
import io.vertx.core.json.JsonObject;
import java.time.Instant;

/**
 * Notification of an account's owner about a change of its credentials, so that an unwanted change
 * is noticed. It contains no token, and nothing about the new e-mail address or password.
 */
public final class AccountNotification {

  private AccountNotification() {}

  /** Notification that the password was changed or reset. */
  public static Event passwordChanged(
      CallContext context, Instant now, Token.Surface surface, String id, String email) {
    JsonObject data = new JsonObject().put("id", id);
    return (switch (surface) {
          case ADMIN ->
              RequestedNotification.toStaff("user.password_changed", "user", id, email, data);
          case STORE ->
              new RequestedNotification(
                  id, "customer.password_changed", "customer", id, email, data);
        })
        .requested(context, now);
  }

  /**
   * Notification that the e-mail address of a customer was changed.
   *
   * @param oldEmail to which it is sent
   */
  public static Event emailChanged(CallContext context, Instant now, String id, String oldEmail) {
    return new RequestedNotification(
            id, "customer.email_changed", "customer", id, oldEmail, new JsonObject().put("id", id))
        .requested(context, now);
  }
}
