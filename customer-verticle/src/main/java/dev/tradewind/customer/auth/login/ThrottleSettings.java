package dev.tradewind.customer.auth.login;

import java.time.Duration;

/**
 * Limits of sign-in attempts per window, counted over all nodes. Only failed attempts count.
 *
 * @param perEmail limit of one e-mail address from one client address
 * @param perAccount limit of one e-mail address from all client addresses; high enough that a
 *     single attacker does not lock the owner out
 * @param perAddress limit of one client address; high enough for a storefront server that acts for
 *     many shoppers
 */
public record ThrottleSettings(int perEmail, int perAccount, int perAddress, Duration window) {

  public static final ThrottleSettings DEFAULT =
      new ThrottleSettings(10, 100, 300, Duration.ofMinutes(15));
}
