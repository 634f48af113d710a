package dev.tradewind.api.discount;

import dev.tradewind.kernel.operation.Problem;
import java.util.Locale;

/** Reasons why a discount is ineligible, in the order of their checks. */
public enum IneligibilityReason {
  USED_UP,
  NOT_YET,
  EXPIRED,
  DISABLED,
  NO_CUSTOMER,
  REGION,
  CUSTOMER;

  public static IneligibilityReason of(String wireName) {
    return valueOf(wireName.toUpperCase(Locale.ROOT));
  }

  public String wireName() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** The problem for the shopper. */
  public Problem problem(String code) {
    return switch (this) {
      case USED_UP ->
          Problem.notAllowed("Discount " + code + " has been used maximum allowed times");
      case NOT_YET -> Problem.notAllowed("Discount " + code + " is not valid yet");
      case EXPIRED -> Problem.notAllowed("Discount " + code + " is expired");
      case DISABLED -> Problem.notAllowed("The discount code " + code + " is disabled");
      case NO_CUSTOMER ->
          Problem.notAllowed("Discount " + code + " is only valid for specific customer");
      case REGION -> Problem.invalidData("The discount is not available in current region");
      case CUSTOMER -> Problem.notAllowed("Discount " + code + " is not valid for customer");
    };
  }
}
