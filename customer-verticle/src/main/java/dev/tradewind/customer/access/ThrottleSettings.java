package dev.tradewind.customer.access;

import java.time.Duration;

/**
 * How often somebody may guess within the window before they have to wait for its end. Only wrong
 * guesses count.
 *
 * @param perEmail of one e-mail from one address
 * @param perAddress from one address; a shop's own server may ask for many shoppers
 */
public record ThrottleSettings(int perEmail, int perAddress, Duration window) {

  public static final ThrottleSettings STANDARD =
      new ThrottleSettings(10, 300, Duration.ofMinutes(15));
}
