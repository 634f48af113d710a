package dev.tradewind.api.problem;

import dev.tradewind.kernel.operation.Problem;
import java.util.List;

/** Factory of refusals of the shop that several verticles make, with their type and code. */
public final class ShopProblems {

  private static final String INSUFFICIENT_INVENTORY = "insufficient_inventory";

  private ShopProblems() {}

  /** Placement found less stock than the lines ask for; one detail per variant that is short. */
  public static Problem outOfStock(String message, List<String> details) {
    return Problem.refused(409, "not_allowed", INSUFFICIENT_INVENTORY, message, details);
  }

  /** There is less stock than a line that is not ordered yet asks for. */
  public static Problem insufficientInventory(String message) {
    return Problem.notAllowed(message, INSUFFICIENT_INVENTORY);
  }

  /** The cart has another total than the shopper agreed to. */
  public static Problem totalChanged(long total, long expected) {
    return Problem.refused(
        409,
        "not_allowed",
        "total_changed",
        "The total of the cart is %s, not %s".formatted(total, expected),
        List.of());
  }

  public static Problem pricesChanged() {
    return Problem.refused(
        409,
        "not_allowed",
        "total_changed",
        "Prices of the cart have changed. Complete it again to order at the new ones",
        List.of());
  }

  public static Problem paymentRefused(String message) {
    return Problem.refused(422, "payment_authorization_error", null, message, List.of());
  }
}
