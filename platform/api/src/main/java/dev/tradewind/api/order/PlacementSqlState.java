package dev.tradewind.api.order;

import java.util.Arrays;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * SQLSTATEs of the database functions that place an order: each is one reason of refusal, with the
 * transaction rolled back.
 */
public enum PlacementSqlState {

  /** The stock does not cover the lines; the detail is a JSON array of the short variants. */
  OUT_OF_STOCK("TW001"),

  /** The cart has an order already; the detail is the order's id. */
  CART_COMPLETED("TW002"),

  /** The cart changed since it was read. */
  CART_CHANGED("TW003"),

  /** The payment attempt of the cart can no longer be used. */
  PAYMENT_ATTEMPT_CLOSED("TW004"),

  /** The deadline of the caller had passed before the placement. */
  DEADLINE_EXCEEDED("TW005"),

  /** A discount of the cart cannot be used; the detail is a JSON object with the reason. */
  DISCOUNT_REFUSED("TW006"),

  /** A gift card of the cart cannot be charged; the detail is a JSON object with the reason. */
  GIFT_CARD_REFUSED("TW007"),

  /** The draft order changed since it was read. */
  DRAFT_CHANGED("TW008");

  private final String code;

  PlacementSqlState(String code) {
    this.code = code;
  }

  /** The five characters of the SQLSTATE. */
  public String code() {
    return code;
  }

  /** The state with that code; empty where it is none of these. */
  public static Optional<PlacementSqlState> of(@Nullable String code) {
    return Arrays.stream(values()).filter(state -> state.code.equals(code)).findFirst();
  }
}
