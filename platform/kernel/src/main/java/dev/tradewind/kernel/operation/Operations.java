package dev.tradewind.kernel.operation;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.tradewind.kernel.background.ClusterActivity;
import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.api.trace.StatusCode;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.eventbus.DeliveryOptions;
import io.vertx.core.eventbus.Message;
import io.vertx.core.eventbus.MessageConsumer;
import io.vertx.core.json.JsonObject;
import java.time.Clock;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A verticle's table of operations: operation id to method. Served on an address, it replies to
 * every message: a problem as its reply, any other failure as {@code UNEXPECTED}, logged once with
 * the operation and command id.
 */
public final class Operations {

  private static final Logger LOG = LoggerFactory.getLogger(Operations.class);

  private static final AttributeKey<Long> STATUS = AttributeKey.longKey("tradewind.status");

  private final Map<String, Function<Request, Future<Reply>>> methods = new LinkedHashMap<>();

  public Operations on(String operationId, Function<Request, Future<Reply>> method) {
    if (methods.putIfAbsent(operationId, method) != null) {
      throw new IllegalArgumentException("Operation bound twice: " + operationId);
    }
    return this;
  }

  public Operations on(InternalOperation operation, Function<Request, Future<Reply>> method) {
    return on(operation.id(), method);
  }

  public Set<String> ids() {
    return Set.copyOf(methods.keySet());
  }

  /**
   * Registers the consumer on the address; the future completes when the whole cluster knows it.
   */
  public Future<OperationServer> serve(Vertx vertx, String address, Clock clock) {
    OperationServer served = new OperationServer(vertx, address, clock);
    return served.register().map(served);
  }

  private Future<Reply> answer(Request request) {
    Function<Request, Future<Reply>> method = methods.get(request.operation());
    if (method == null) {
      // Sent by a node of another version; its operations are unknown here.
      return Future.failedFuture(
          Problem.unavailable("Operation " + request.operation() + " is not known here."));
    }
    return Future.future(promise -> method.apply(request).onComplete(promise));
  }

  /** The tag is that of the bytes that shoppers see: another one would tell of hidden changes. */
  private static Optional<Reply> hidden(Reply tagged) {
    Reply less = StaffMetadata.hide(tagged);
    if (less == tagged) {
      return Optional.empty();
    }
    return Optional.of(less.withHeaders(tagged.headersWithoutTag()).withEntityTag());
  }

  /** Operation table served on one address. */
  public final class OperationServer {

    private final Vertx vertx;
    private final String address;
    private final Clock clock;
    private final BusMeters.OfAddress measured;
    private final @Nullable Tracing tracing;
    private final ClusterActivity activity;

    /** Reduced forms for shoppers of responses that are sent again and again. */
    private final Cache<Reply, Optional<Reply>> shown =
        Caffeine.newBuilder().weakKeys().executor(Runnable::run).build();

    private int inFlight;
    private @Nullable MessageConsumer<Buffer> consumer;
    private @Nullable Promise<Void> idle;

    private OperationServer(Vertx vertx, String address, Clock clock) {
      this.vertx = vertx;
      this.address = address;
      this.clock = clock;
      this.measured = BusMeters.of(vertx).of(address);
      this.tracing = Tracing.of(vertx);
      this.activity = ClusterActivity.of(vertx);
    }

    private Future<Void> register() {
      MessageConsumer<Buffer> registered = vertx.eventBus().consumer(address, this::handle);
      consumer = registered;
      return registered.completion().onSuccess(done -> LocalAddresses.of(vertx).add(address));
    }

    /** Stops accepting messages and waits until all accepted ones have been answered. */
    public Future<Void> drain() {
      MessageConsumer<Buffer> registered = consumer;
      if (registered == null) {
        return Future.succeededFuture();
      }
      consumer = null;
      LocalAddresses.of(vertx).remove(address);
      Promise<Void> drained = Promise.promise();
      return registered
          .unregister()
          .compose(done -> {
            idle = drained;
            if (inFlight == 0) {
              drained.tryComplete();
            }
            return drained.future();
          });
    }

    private void handle(Message<Buffer> message) {
      CallContext received = CallContext.readFrom(message.headers());
      if (received.isExpired(clock)) {
        measured.expired();
        return; // Deadline exceeded: the caller has given up, do not execute.
      }
      String operation = message.headers().get(OperationClient.OPERATION);
      Span span = tracing == null ? null : tracing.step(operation, SpanKind.SERVER, received);
      CallContext context = span == null ? received : received.within(span);
      CurrentCall.begin(operation, context);
      boolean wasIdle = activity.noteRequest(vertx.eventBus());
      inFlight++;
      measured.begun();
      Future.future((Promise<Reply> promise) ->
              answer(request(operation, context, message)).onComplete(promise))
          .otherwise(failure -> refuse(operation, context, failure))
          .onComplete(result -> {
            String known = message.headers().get(OperationClient.KNOWN_TAGS);
            Reply reply =
                shownTo(context.principal(), operation, result.result())
                    .unlessKnown(known)
                    .limited();
            message.reply(
                reply.body(),
                new DeliveryOptions()
                    .setHeaders(reply.messageHeaders())
                    .setLocalOnly(!SignedEnvelope.isFromWire(message)));
            if (span != null) {
              end(span, reply);
            }
            if (wasIdle) {
              activity.wakeAgain(vertx.eventBus());
            }
            inFlight--;
            measured.ended();
            if (inFlight == 0 && idle != null) {
              idle.tryComplete();
            }
          });
    }

    private Reply shownTo(Principal caller, String operation, Reply reply) {
      if (!StaffMetadata.isHiddenFrom(operation, caller)) {
        return reply;
      }
      if (reply.entityTag() == null) {
        return StaffMetadata.hide(reply);
      }
      return shown.get(reply, Operations::hidden).orElse(reply);
    }

    private void end(Span span, Reply reply) {
      span.setAttribute(OperationClient.VERTICLE, address).setAttribute(STATUS, reply.status());
      if (reply.status() >= 500) {
        span.setStatus(StatusCode.ERROR);
      }
      span.end();
    }

    private Request request(String operation, CallContext context, Message<Buffer> message) {
      Buffer body = message.body();
      String inputLength = message.headers().get(OperationClient.INPUT_LENGTH);
      if (inputLength == null) {
        return new Request(operation, context, parse(body));
      }
      int end = Integer.parseInt(inputLength);
      return new Request(
          operation, context, parse(body.slice(0, end)), body.slice(end, body.length()));
    }

    private JsonObject parse(Buffer body) {
      return body.length() == 0 ? new JsonObject() : body.toJsonObject();
    }

    private Reply refuse(String operation, CallContext context, Throwable failure) {
      if (failure instanceof Problem expected) {
        return Reply.problem(expected);
      }
      Problem problem = ProblemMapper.problem(failure);
      if (problem.is(Problem.Kind.UNEXPECTED)) {
        LOG.error(
            "Executing operation {} of command {} failed", operation, context.commandId(), failure);
      } else if (problem.status() < 500) {
        LOG.info(
            "Refused operation {} of command {}: {}",
            operation,
            context.commandId(),
            failure.toString());
      } else {
        LOG.warn(
            "Executing operation {} of command {} failed: {}",
            operation,
            context.commandId(),
            failure.toString());
      }
      return Reply.problem(problem);
    }
  }
}
