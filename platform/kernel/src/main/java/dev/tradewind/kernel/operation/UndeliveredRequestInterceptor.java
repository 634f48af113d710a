package dev.tradewind.kernel.operation;

import io.vertx.core.Vertx;
import io.vertx.core.eventbus.DeliveryContext;
import io.vertx.core.eventbus.ReplyException;
import io.vertx.core.eventbus.impl.OutboundDeliveryContext;

/**
 * Interceptor that fails a request at once when it could not be written to the node that was picked
 * for it. Vert.x does not report a failed write to {@code request()}; without this the caller waits
 * for its full timeout.
 */
public final class UndeliveredRequestInterceptor {

  /** Failure code of an undelivered request. */
  static final int CODE = 5_030;

  private UndeliveredRequestInterceptor() {}

  /** To be called once for each clustered Vert.x instance. */
  public static void reportOn(Vertx vertx) {
    vertx.eventBus().addOutboundInterceptor(UndeliveredRequestInterceptor::watch);
  }

  public static boolean is(Throwable failure) {
    return failure instanceof ReplyException reply && reply.failureCode() == CODE;
  }

  private static <T> void watch(DeliveryContext<T> delivery) {
    if (delivery.message().replyAddress() != null
        && delivery instanceof OutboundDeliveryContext<T> outbound) {
      outbound
          .writePromise
          .future()
          .onFailure(failure -> {
            // The event bus reports these failures itself.
            if (!(failure instanceof ReplyException)) {
              delivery.message().fail(CODE, String.valueOf(failure.getMessage()));
            }
          });
    }
    delivery.next();
  }
}
