package dev.tradewind.api.audit;

import dev.tradewind.kernel.audit.AuditEntry;
import java.util.Locale;

/** Actions that the audit log records. */
public enum AuditAction {
  /** Login of a user or customer, by a session or a token; the subject is the account. */
  LOGIN,
  /** Wrong password or unknown account; the subject is the account, or {@code unknown}. */
  LOGIN_FAILURE,
  /** Wrong or used second factor after a right password; the subject is the user. */
  SECOND_FACTOR_FAILURE,
  /** A second factor was put in force or removed; the subject is the user. */
  SECOND_FACTOR_CHANGE,
  /** Requests whose credential is not valid; the subject is {@code unknown}. */
  INVALID_CREDENTIAL,
  /** Requests above a rate limit; the subject is the operation. */
  THROTTLING,
  /** Requests without the permission they need; the subject is the operation. */
  ACCESS_REFUSAL,
  PASSWORD_CHANGE,
  /** The subject is the token, or the user of one that an operator made. */
  API_TOKEN_CREATION,
  API_TOKEN_DELETION,
  USER_CREATION,
  ROLE_CHANGE,
  USER_DELETION,
  SETTING_CHANGE,
  /** Default prices of a variant; a price list, its prices or its customer groups. */
  PRICE_CHANGE,
  /** Discount, its rule, regions, conditions or the resources of a condition. */
  DISCOUNT_CHANGE,
  /** Groups of a customer, the subject. */
  GROUP_CHANGE,
  /** Gift card that comes to be; balance, end or state of one, changed by staff. */
  GIFT_CARD_CHANGE,
  /**
   * Decisions of hooks about a cart that became an order, or about a refund of it; the subject is
   * the order. About an account; the subject is the customer, or the hook that refused it.
   */
  HOOK_DECISION,
  /** Capture that was requested at a payment provider; the subject is the order. */
  PAYMENT_CAPTURE,
  /** Void of an authorization, requested at a payment provider; the subject is the order. */
  PAYMENT_VOID,
  /**
   * Release of a payment that no order is to have, recorded before it is requested at its provider
   * or once it is done; the subject is the cart or payment collection.
   */
  PAYMENT_RELEASE,
  /** Refund that was requested at a payment provider; the subject is the order. */
  REFUND,
  /** Refund that failed at its payment provider after it was accepted; the subject is the order. */
  REFUND_FAILURE,
  /** Write that goes to a service of the shop; the subject is the route. */
  FORWARDED_WRITE,
  EXPORT,
  IMPORT,
  /** Export of the personal data of a customer. */
  PERSONAL_DATA_EXPORT,
  ERASURE;

  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** An entry about this action. */
  public AuditEntry on(String subject) {
    return new AuditEntry(label(), subject);
  }
}
