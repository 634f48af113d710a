package dev.tradewind.order.model;

import dev.tradewind.kernel.operation.Problem;
import java.util.Arrays;
import java.util.Optional;
import java.util.stream.Collectors;

/** Reason of a refund. */
public enum RefundReason {
  DISCOUNT("discount"),
  RETURN("return"),
  SWAP("swap"),
  CLAIM("claim"),
  OTHER("other");

  private final String wireName;

  RefundReason(String wireName) {
    this.wireName = wireName;
  }

  /** Spelling in the database and on the wire. */
  public String wireName() {
    return wireName;
  }

  private static Optional<RefundReason> find(String wireName) {
    return Arrays.stream(values()).filter(reason -> reason.wireName.equals(wireName)).findFirst();
  }

  public static RefundReason of(String wireName) {
    return find(wireName)
        .orElseThrow(() -> new IllegalArgumentException("Reason of a refund: " + wireName));
  }

  /**
   * The reason of a request.
   *
   * @throws dev.tradewind.kernel.operation.Problem 400 that lists the reasons
   */
  public static RefundReason require(String wireName) {
    return find(wireName)
        .orElseThrow(() ->
            Problem.invalidData("reason must be one of the following values: " + wireNames()));
  }

  /** All spellings, for an error message. */
  private static String wireNames() {
    return Arrays.stream(values()).map(RefundReason::wireName).collect(Collectors.joining(", "));
  }
}
