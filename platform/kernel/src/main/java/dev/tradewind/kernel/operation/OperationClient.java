package dev.tradewind.kernel.operation;

import dev.tradewind.kernel.json.JsonBytes;
import dev.tradewind.kernel.retry.Retry;
import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanKind;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.eventbus.DeliveryOptions;
import io.vertx.core.eventbus.ReplyException;
import io.vertx.core.eventbus.ReplyFailure;
import io.vertx.core.json.JsonObject;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Event-bus client of operations. It prefers a verticle on this node; if there is none the cluster
 * picks a member.
 */
public final class OperationClient {

  static final String OPERATION = "operation";

  static final AttributeKey<String> VERTICLE = AttributeKey.stringKey("tradewind.verticle");

  /** Length of the input, where the attachment begins; absent without an attachment. */
  static final String INPUT_LENGTH = "input-length";

  /** Entity tags of bodies that the caller has; a node of an older version sends them again. */
  static final String KNOWN_TAGS = "known-tags";

  /**
   * A dead node stays registered for a moment, and one that joins is registered a moment before it
   * can be reached; the next attempt usually goes to another node. Concurrent requests share the
   * round robin, so with two nodes each attempt is a toss of a coin: of eight, all miss once in 256
   * requests.
   */
  private static final Retry DELIVERY = new Retry(16, Duration.ofMillis(1), Duration.ofMillis(20));

  private final Vertx vertx;
  private final Clock clock;
  private final BusMeters meters;
  private final @Nullable Tracing tracing;

  public OperationClient(Vertx vertx, Clock clock) {
    this.vertx = vertx;
    this.clock = clock;
    this.meters = BusMeters.of(vertx);
    this.tracing = Tracing.of(vertx);
  }

  /** The address of the operations that only verticles call. */
  public static String internalAddress(String address) {
    return address + ".internal";
  }

  /**
   * Sends one operation and waits for its response until the deadline of the context. An expected
   * refusal is a reply; a missing owner and a timeout are failures with {@code UNAVAILABLE} and
   * {@code TIMED_OUT}.
   */
  public Future<Reply> send(String address, String operation, CallContext context, Buffer input) {
    return send(address, operation, context, input, context.remaining(clock));
  }

  /**
   * Sends an operation with a shorter timeout than the deadline allows, for a caller that will
   * retry.
   */
  public Future<Reply> send(
      String address, String operation, CallContext context, Buffer input, Duration timeout) {
    return send(address, operation, context, input, timeout, new DeliveryOptions());
  }

  /**
   * Sends a read whose response need not have its body: the response is {@linkplain
   * Reply#isNotModified not modified} if its entity tag is one of these.
   *
   * @param knownTags entity tags of bodies that the caller has
   */
  public Future<Reply> read(
      String address,
      String operation,
      CallContext context,
      Buffer input,
      Duration timeout,
      List<String> knownTags) {
    DeliveryOptions options = new DeliveryOptions();
    if (!knownTags.isEmpty()) {
      options.addHeader(KNOWN_TAGS, String.join(" ", knownTags));
    }
    return send(address, operation, context, input, timeout, options);
  }

  private Future<Reply> send(
      String address,
      String operation,
      CallContext context,
      Buffer body,
      Duration timeout,
      DeliveryOptions options) {
    Span span = tracing == null ? null : tracing.step(operation, SpanKind.CLIENT, context);
    if (span == null) {
      return deliver(address, operation, context, body, timeout, options);
    }
    span.setAttribute(VERTICLE, address);
    return deliver(address, operation, context.within(span), body, timeout, options)
        .onComplete(done -> Tracing.end(span, done.cause()));
  }

  private Future<Reply> deliver(
      String address,
      String operation,
      CallContext context,
      Buffer body,
      Duration timeout,
      DeliveryOptions options) {
    BusMeters.OfAddress measured = meters.of(address);
    if (timeout.toMillis() <= 0) {
      measured.tooLate();
      return Future.failedFuture(timedOut(operation));
    }
    options
        .addHeader(OPERATION, operation)
        .setSendTimeout(timeout.toMillis())
        .setLocalOnly(LocalAddresses.of(vertx).contains(address));
    context.writeTo(options.getHeaders());
    measured.sent();
    return DELIVERY
        .run(
            timeout,
            measured.isRetried,
            () -> vertx.eventBus().<Buffer>request(address, body, options))
        .map(measured.reply)
        .recover(failure -> {
          Throwable translated = translate(operation, failure);
          measured.failed(translated);
          return Future.failedFuture(translated);
        });
  }

  /** Sends an internal operation to the verticle that serves it, as {@link #send} does. */
  public Future<Reply> send(InternalOperation operation, CallContext context, Buffer input) {
    return send(internalAddress(operation.address()), operation.id(), context, input);
  }

  /** Calls an internal operation and returns its response; a problem becomes a failure. */
  public Future<JsonObject> call(
      InternalOperation operation, CallContext context, JsonObject input) {
    return fetch(operation, context, JsonBytes.of(input)).map(Buffer::toJsonObject);
  }

  /** Calls an operation at another address than its own, where it is served as well. */
  public Future<JsonObject> call(
      String address, InternalOperation operation, CallContext context, JsonObject input) {
    return send(address, operation.id(), context, JsonBytes.of(input))
        .compose(OperationClient::succeeded)
        .map(Buffer::toJsonObject);
  }

  /** Calls an internal operation with an attachment of bytes, which are transferred unchanged. */
  public Future<JsonObject> call(
      InternalOperation operation, CallContext context, JsonObject input, Buffer attachment) {
    Buffer described = JsonBytes.of(input);
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

  /** Calls an internal operation and returns the body of its response unchanged. */
  public Future<Buffer> fetch(InternalOperation operation, CallContext context, Buffer input) {
    return send(operation, context, input).compose(OperationClient::succeeded);
  }

  private static Future<Buffer> succeeded(Reply reply) {
    if (reply.isProblem()) {
      return Future.failedFuture(Problem.parse(reply.status(), reply.body().toJsonObject()));
    }
    return Future.succeededFuture(reply.body());
  }

  private static Throwable translate(String operation, Throwable failure) {
    if (failure instanceof ReplyException reply) {
      if (reply.failureType() == ReplyFailure.NO_HANDLERS
          || UndeliveredRequestInterceptor.is(failure)) {
        return Problem.unavailable(
            "The part of the service that answers "
                + operation
                + " is not available. Please retry.");
      }
      if (reply.failureType() == ReplyFailure.TIMEOUT) {
        return timedOut(operation);
      }
    }
    return failure;
  }

  private static Problem timedOut(String operation) {
    return Problem.timedOut("The service did not answer " + operation + " in time.");
  }
}
