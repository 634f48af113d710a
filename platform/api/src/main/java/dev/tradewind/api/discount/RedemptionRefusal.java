package dev.tradewind.api.discount;

import dev.tradewind.api.order.PlacementSqlState;
import dev.tradewind.kernel.operation.Problem;
import io.vertx.core.json.JsonObject;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Refusals of the published functions of the discount schema, as problems for the shopper. */
public final class RedemptionRefusal {

  private static final String GONE = "gone";

  private RedemptionRefusal() {}

  /**
   * Whether a discount was deleted after the cart was read: deleted discounts leave open carts, so
   * the completion starts again instead of being refused.
   */
  public static boolean isDeletedDiscount(PlacementSqlState state, @Nullable String detail) {
    return state == PlacementSqlState.DISCOUNT_REFUSED
        && GONE.equals(
            new JsonObject(Objects.requireNonNull(detail, state.code())).getString("reason"));
  }

  /**
   * The problem of a refused placement; not the problem of a {@linkplain #isDeletedDiscount deleted
   * discount}.
   *
   * @param state of a refused discount or gift card
   * @param detail of the error: a JSON object with {@code code} and {@code reason}
   */
  public static Problem problem(PlacementSqlState state, @Nullable String detail) {
    JsonObject refusal = new JsonObject(Objects.requireNonNull(detail, state.code()));
    String reason = refusal.getString("reason");
    String code = refusal.getString("code");
    return switch (state) {
      case DISCOUNT_REFUSED -> IneligibilityReason.of(reason).problem(code);
      case GIFT_CARD_REFUSED -> giftCard(reason, code);
      default -> throw new IllegalArgumentException(state.code());
    };
  }

  private static Problem giftCard(String reason, @Nullable String code) {
    return Problem.notAllowed(
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
