package dev.tradewind.api.order;

import dev.tradewind.kernel.failpoint.Failpoint;

/**
 * The places on the way of a completion where something has just become true, or is about to: what
 * dies there must leave nothing that the next completion or the sweeper cannot settle.
 */
public enum CheckoutFailpoint {
  /** The cart is read and checked. */
  CHECKED,
  /** The payment attempt is committed; its provider has heard nothing. */
  ATTEMPT_OPENED,
  /** The provider has authorised; nobody has noted it. */
  AUTHORIZED_AT_PROVIDER,
  /** The order verticle has been asked to place. */
  PLACEMENT_ASKED,
  /** The order has its number. */
  NUMBER_DRAWN,
  /** The order is committed; nobody has been told. */
  PLACED,
  /** The order verticle has answered; the client has not heard. */
  ANSWERED,
  /** After a refusal: the attempt is committed as given up; its provider has heard nothing. */
  VOIDING_BEGUN,
  /** After a refusal: the provider has given the authorisation back; nobody has noted it. */
  VOIDED_AT_PROVIDER;

  public void hit() {
    Failpoint.hit(name());
  }
}
