package dev.tradewind.kernel.operation;

import dev.tradewind.kernel.retry.Retry;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.eventbus.DeliveryOptions;
import io.vertx.core.eventbus.ReplyException;
import io.vertx.core.eventbus.ReplyFailure;
import io.vertx.core.json.JsonObject;
import java.time.Clock;
import java.time.Duration;

/**
 * Sends operations to the verticles that own them. A verticle on this node is asked first; where
 * there is none the cluster picks a member.
 */
public final class OperationClient {

  static final String OPERATION = "operation";

  /** Where the input ends and the attachment begins; absent where there is no attachment. */
  static final String INPUT_LENGTH = "input-length";

  /**
   * A dead node is on the routes for a moment; the next attempt is another node's turn. Other
   * requests take turns in between, so that with two nodes each attempt is a toss of a coin.
   */
  private static final Retry DELIVERY = new Retry(8, Duration.ofMillis(1), Duration.ofMillis(20));

  private final Vertx vertx;
  private final Clock clock;

  public OperationClient(Vertx vertx, Clock clock) {
    this.vertx = vertx;
    this.clock = clock;
  }

  /** Where the operations that only verticles call are served. */
  public static String internalAddress(String address) {
    return address + ".internal";
  }

  /**
   * Sends one operation and waits for its answer until the deadline of the context. An answer that
   * says no is a reply; an absent owner and a silent one are failures with {@link
   * Problem.Unavailable} and {@link Problem.TimedOut}.
   */
  public Future<Reply> send(String address, String operation, CallContext context, Buffer input) {
    return send(address, operation, context, input, context.remaining(clock));
  }

  /** The same with a shorter timeout than the deadline allows, for a caller that will try again. */
  public Future<Reply> send(
      String address, String operation, CallContext context, Buffer input, Duration timeout) {
    return send(address, operation, context, input, timeout, new DeliveryOptions());
  }

  private Future<Reply> send(
      String address,
      String operation,
      CallContext context,
      Buffer body,
      Duration timeout,
      DeliveryOptions options) {
    if (timeout.toMillis() <= 0) {
      return Future.failedFuture(timedOut(operation).toException());
    }
    options
        .addHeader(OPERATION, operation)
        .setSendTimeout(timeout.toMillis())
        .setLocalOnly(LocalAddresses.of(vertx).contains(address));
    context.writeTo(options.getHeaders());
    return DELIVERY
        .run(
            timeout,
            UndeliveredRequestInterceptor::is,
            () -> vertx.eventBus().<Buffer>request(address, body, options))
        .map(message -> Reply.readFrom(message.headers(), message.body()))
        .recover(failure -> Future.failedFuture(translate(operation, failure)));
  }

  /** Sends an internal operation to the verticle that serves it, as {@link #send} does. */
  public Future<Reply> send(InternalOperation operation, CallContext context, Buffer input) {
    return send(internalAddress(operation.address()), operation.id(), context, input);
  }

  /** Calls an internal operation and returns its answer; a problem comes as a failure. */
  public Future<JsonObject> call(
      InternalOperation operation, CallContext context, JsonObject input) {
    return fetch(operation, context, input.toBuffer()).map(Buffer::toJsonObject);
  }

  /** The same with bytes beside the input, which travel as they are. */
  public Future<JsonObject> call(
      InternalOperation operation, CallContext context, JsonObject input, Buffer attachment) {
    Buffer described = input.toBuffer();
    DeliveryOptions options =
        new DeliveryOptions().addHeader(INPUT_LENGTH, Integer.toString(described.length()));
    return send(
            internalAddress(operation.address()),
            operation.id(),
            context,
            described.appendBuffer(attachment),
            context.remaining(clock),
            options)
        .compose(OperationClient::succeeded)
        .map(Buffer::toJsonObject);
  }

  /** Calls an internal operation and returns the body of its answer as it came. */
  public Future<Buffer> fetch(InternalOperation operation, CallContext context, Buffer input) {
    return send(operation, context, input).compose(OperationClient::succeeded);
  }

  private static Future<Buffer> succeeded(Reply reply) {
    return reply.isProblem()
        ? Future.failedFuture(
            Problem.parse(reply.status(), reply.body().toJsonObject()).toException())
        : Future.succeededFuture(reply.body());
  }

  private static Throwable translate(String operation, Throwable failure) {
    if (failure instanceof ReplyException reply) {
      if (reply.failureType() == ReplyFailure.NO_HANDLERS
          || UndeliveredRequestInterceptor.is(failure)) {
        return new Problem.Unavailable(
                "The part of the service that answers "
                    + operation
                    + " is not available. Please retry.")
            .toException();
      }
      if (reply.failureType() == ReplyFailure.TIMEOUT) {
        return timedOut(operation).toException();
      }
    }
    return failure;
  }

  private static Problem timedOut(String operation) {
    return new Problem.TimedOut("The service did not answer " + operation + " in time.");
  }
}
