package dev.tradewind.customer;

import dev.tradewind.customer.access.SessionSettings;
import dev.tradewind.customer.access.ThrottleSettings;
import dev.tradewind.customer.access.TokenSettings;
import dev.tradewind.customer.password.PasswordSettings;
import dev.tradewind.kernel.token.TokenKeys;

/** How the customer verticle lets people in. */
public record CustomerConfig(
    SessionSettings sessions,
    TokenSettings tokens,
    PasswordSettings passwords,
    ThrottleSettings throttle) {

  /** The usual, for a shop on this machine. */
  public static CustomerConfig of(TokenKeys keys) {
    return new CustomerConfig(
        SessionSettings.STANDARD,
        TokenSettings.of(keys),
        PasswordSettings.STANDARD,
        ThrottleSettings.STANDARD);
  }

  public CustomerConfig withSessions(SessionSettings other) {
    return new CustomerConfig(other, tokens, passwords, throttle);
  }

  public CustomerConfig withTokens(TokenSettings other) {
    return new CustomerConfig(sessions, other, passwords, throttle);
  }

  public CustomerConfig withPasswords(PasswordSettings other) {
    return new CustomerConfig(sessions, tokens, other, throttle);
  }

  public CustomerConfig withThrottle(ThrottleSettings other) {
    return new CustomerConfig(sessions, tokens, passwords, other);
  }
}
