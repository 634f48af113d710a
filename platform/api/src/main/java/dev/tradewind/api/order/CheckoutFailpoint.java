package dev.tradewind.api.order;

import dev.tradewind.kernel.failpoint.Failpoint;

/**
 * Failpoints of checkout, each just before or after a durable effect. A crash at any of them must
 * leave nothing that the next completion or the reconciler cannot resolve.
 */
public enum CheckoutFailpoint {
  /** The cart is read and checked. */
  CHECKED,
  /** The payment attempt is committed; its provider has not been called. */
  ATTEMPT_OPENED,
  /** The provider has authorized; the result is not recorded. */
  AUTHORIZED_AT_PROVIDER,
  /** The placement request was sent to the order verticle. */
  PLACEMENT_ASKED,
  /** The order has its number. */
  NUMBER_DRAWN,
  /** The order is committed; the response has not been sent. */
  PLACED,
  /** The order verticle has responded; the client has not received it. */
  ANSWERED,
  /** After a refusal: the attempt is committed as voiding; its provider has not been called. */
  VOIDING_BEGUN,
  /** After a refusal: the provider has voided the authorization; the result is not recorded. */
  VOIDED_AT_PROVIDER;

  public void hit() {
    Failpoint.hit(name());
  }
}
