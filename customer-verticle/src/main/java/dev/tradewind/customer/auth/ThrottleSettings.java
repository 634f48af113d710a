package dev.tradewind.customer.auth;

import java.time.Duration;

/**
 * How often somebody may guess within the window before they have to wait for its end, over all
 * nodes. Only wrong guesses count.
 *
 * @param perEmail of one e-mail from one address
 * @param perAccount of one e-mail from all addresses; high enough that a stranger alone does not
 *     shut its owner out
 * @param perAddress from one address; a shop's own server may ask for many shoppers
 */
public record ThrottleSettings(int perEmail, int perAccount, int perAddress, Duration window) {

  public static final ThrottleSettings STANDARD =
      new ThrottleSettings(10, 100, 300, Duration.ofMinutes(15));
}
