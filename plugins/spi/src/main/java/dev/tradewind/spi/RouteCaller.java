package dev.tradewind.spi;

import org.jspecify.annotations.Nullable;

/** Caller of a plugin's route, as the shop has authenticated it. */
public sealed interface RouteCaller {

  /** Caller without a valid login of the shop. */
  record Anonymous() implements RouteCaller {}

  /** Customer with an account, at a public route. */
  record Shopper(String customerId) implements RouteCaller {}

  /**
   * User, or one of the user's API tokens, at a route for staff.
   *
   * @param role null: none
   */
  record Staff(String userId, @Nullable String role) implements RouteCaller {}
}
