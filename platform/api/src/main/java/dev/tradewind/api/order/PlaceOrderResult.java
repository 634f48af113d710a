package dev.tradewind.api.order;

import dev.tradewind.kernel.operation.Problem;
import dev.tradewind.kernel.operation.Reply;

/** Outcome of a {@link PlaceOrderRequest}. Except for {@link Placed}, nothing has happened. */
public sealed interface PlaceOrderResult {

  /** The order exists; the response as stored under the key. */
  record Placed(Reply answer) implements PlaceOrderResult {}

  /** The cart was completed before; the response is its order. */
  record AlreadyCompleted() implements PlaceOrderResult {}

  /**
   * The cart, its payment attempt or the existence of its discounts changed meanwhile; the
   * completion restarts.
   */
  record Changed() implements PlaceOrderResult {}

  /** The placement is refused; the authorization is voided. */
  record Refused(Problem problem) implements PlaceOrderResult {}
}
