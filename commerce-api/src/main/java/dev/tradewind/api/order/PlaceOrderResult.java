package dev.tradewind.api.order;

import dev.tradewind.kernel.operation.Problem;
import dev.tradewind.kernel.operation.Reply;

/** Outcome of a {@link PlaceOrderRequest}. Except for {@link Placed}, nothing has happened. */
public sealed interface PlaceOrderResult {

  /** There is an order, and this is the answer that was kept under the key. */
  record Placed(Reply answer) implements PlaceOrderResult {}

  /** The cart was completed before; its order is the answer. */
  record AlreadyCompleted() implements PlaceOrderResult {}

  /** The cart or its payment attempt changed meanwhile; the completion begins again. */
  record Changed() implements PlaceOrderResult {}

  /** The shop cannot sell this; the payment is given back. */
  record Refused(Problem problem) implements PlaceOrderResult {}
}
