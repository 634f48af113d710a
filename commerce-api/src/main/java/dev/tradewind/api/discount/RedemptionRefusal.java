package dev.tradewind.api.discount;

import dev.tradewind.kernel.operation.Problem;
import io.vertx.core.json.JsonObject;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Why the published functions of the discount schema refuse an order: their SQLSTATEs, and what
 * their details mean to the shopper.
 */
public final class RedemptionRefusal {

  /** A discount of the cart cannot be used. */
  public static final String DISCOUNT_REFUSED = "TW006";

  /** A gift card of the cart cannot be charged. */
  public static final String GIFT_CARD_REFUSED = "TW007";

  private static final String GONE = "gone";

  private RedemptionRefusal() {}

  /**
   * The answer to a refused order.
   *
   * @param sqlState one of the states of this class
   * @param detail of the error: a JSON object with {@code code} and {@code reason}
   */
  public static Problem problem(String sqlState, @Nullable String detail) {
    JsonObject told = new JsonObject(Objects.requireNonNull(detail, sqlState));
    String reason = told.getString("reason");
    String code = told.getString("code");
    return switch (sqlState) {
      case DISCOUNT_REFUSED ->
          reason.equals(GONE)
              ? new Problem.NotAllowed(named("Discount", code) + " does not exist any more")
              : IneligibilityReason.of(reason).problem(code);
      case GIFT_CARD_REFUSED -> giftCard(reason, code);
      default -> throw new IllegalArgumentException(sqlState);
    };
  }

  private static Problem giftCard(String reason, @Nullable String code) {
    return new Problem.NotAllowed(
        switch (reason) {
          case GONE -> named("Gift card", code) + " does not exist any more";
          case "disabled" -> "The gift card is disabled";
          case "expired" -> "The gift card is expired";
          default -> "The balance of the gift card does not cover what it is to pay";
        });
  }

  private static String named(String what, @Nullable String code) {
    return code == null ? what : what + " " + code;
  }
}
