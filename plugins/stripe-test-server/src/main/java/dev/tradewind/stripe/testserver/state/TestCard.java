package dev.tradewind.stripe.testserver.state;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Test cards of Stripe's documentation, by number and by the names of their tokens. */
enum TestCard {
  VISA("4242424242424242", "visa", "visa"),
  MASTERCARD("5555555555554444", "mastercard", "mastercard"),
  AMEX("378282246310005", "amex", "amex"),
  AUTHENTICATED("4000002760003184", Authentication.ALWAYS, null, "authenticationRequired"),
  AUTHENTICATED_UNLESS_SAVED(
      "4000002500003155", Authentication.UNLESS_SAVED, null, "authenticationRequiredOnSetup"),
  AUTHENTICATED_WITHOUT_FUNDS(
      "4000008260003178",
      Authentication.ALWAYS,
      Decline.INSUFFICIENT_FUNDS,
      "authenticationRequiredChargeDeclinedInsufficientFunds"),
  AUTHENTICATED_DECLINED(
      "4000008400001629",
      Authentication.ALWAYS,
      Decline.GENERIC,
      "threeDSecureRequiredChargeDeclined"),
  DECLINED(
      "4000000000000002",
      Authentication.NONE,
      Decline.GENERIC,
      "visa_chargeDeclined",
      "chargeDeclined"),
  WITHOUT_FUNDS(
      "4000000000009995",
      Authentication.NONE,
      Decline.INSUFFICIENT_FUNDS,
      "visa_chargeDeclinedInsufficientFunds",
      "chargeDeclinedInsufficientFunds"),
  LOST(
      "4000000000009987",
      Authentication.NONE,
      Decline.LOST_CARD,
      "visa_chargeDeclinedLostCard",
      "chargeDeclinedLostCard"),
  EXPIRED(
      "4000000000000069", Authentication.NONE, Decline.EXPIRED_CARD, "chargeDeclinedExpiredCard"),
  WRONG_CVC(
      "4000000000000127", Authentication.NONE, Decline.INCORRECT_CVC, "chargeDeclinedIncorrectCvc"),
  PROCESSING_ERROR(
      "4000000000000119",
      Authentication.NONE,
      Decline.PROCESSING_ERROR,
      "chargeDeclinedProcessingError"),
  ATTACHED_DECLINED("4000000000000341", Authentication.NONE, Decline.GENERIC, "chargeCustomerFail"),
  FAILED_CVC_CHECK("4000000000000101", "visa", "cvcCheckFail"),
  BLOCKED("4100000000000019", Authentication.NONE, Decline.FRAUDULENT, "radarBlock"),
  DISPUTED("4000000000000259", "visa", "createDispute"),
  DISPUTED_NOT_RECEIVED("4000000000002685", "visa", "createDisputeProductNotReceived"),
  DISPUTED_INQUIRY("4000000000001976", "visa", "createDisputeInquiry"),
  PENDING_REFUND("4000000000007726", "visa", "pendingRefund"),
  FAILED_REFUND("4000000000005126", "visa", "refundFail");

  /** When the issuer asks for 3-D Secure. */
  enum Authentication {
    NONE,
    ALWAYS,
    UNLESS_SAVED
  }

  /** Refusal of a charge. */
  enum Decline {
    GENERIC("card_declined", "generic_decline", "Your card was declined."),
    INSUFFICIENT_FUNDS("card_declined", "insufficient_funds", "Your card has insufficient funds."),
    LOST_CARD("card_declined", "lost_card", "Your card was declined."),
    FRAUDULENT("card_declined", "fraudulent", "Your card was declined."),
    EXPIRED_CARD("expired_card", null, "Your card has expired."),
    INCORRECT_CVC("incorrect_cvc", null, "Your card's security code is incorrect."),
    PROCESSING_ERROR(
        "processing_error",
        null,
        "An error occurred while processing your card. Try again in a little bit."),
    NOT_AUTHENTICATED(
        "payment_intent_authentication_failure",
        null,
        "The provided PaymentMethod has failed authentication. You can provide payment_method_data"
            + " or a new PaymentMethod to attempt to fulfill this PaymentIntent again."),
    NOT_APPROVED(
        "payment_intent_payment_attempt_failed",
        null,
        "The customer declined or did not approve the payment in time."),
    AUTHENTICATION_REQUIRED(
        "authentication_required",
        "authentication_required",
        "Your card was declined. This transaction requires authentication.");

    final String code;
    final @Nullable String declineCode;
    final String message;

    Decline(String code, @Nullable String declineCode, String message) {
      this.code = code;
      this.declineCode = declineCode;
      this.message = message;
    }
  }

  final String number;
  final String brand;
  final Authentication authentication;
  final @Nullable Decline decline;
  private final List<String> names;

  TestCard(String number, String brand, String name) {
    this(number, brand, Authentication.NONE, null, List.of(name));
  }

  TestCard(
      String number, Authentication authentication, @Nullable Decline decline, String... names) {
    this(number, "visa", authentication, decline, List.of(names));
  }

  TestCard(
      String number,
      String brand,
      Authentication authentication,
      @Nullable Decline decline,
      List<String> names) {
    this.number = number;
    this.brand = brand;
    this.authentication = authentication;
    this.decline = decline;
    this.names = names;
  }

  static Optional<TestCard> ofNumber(String number) {
    String digits = number.replace(" ", "");
    return Arrays.stream(values()).filter(card -> card.number.equals(digits)).findFirst();
  }

  /** The card of a token such as {@code pm_card_visa} or {@code tok_visa}. */
  static Optional<TestCard> ofToken(String prefix, String token) {
    return Arrays.stream(values())
        .filter(card -> card.names.stream().anyMatch(name -> token.equals(prefix + name)))
        .findFirst();
  }

  String last4() {
    return number.substring(number.length() - 4);
  }
}
