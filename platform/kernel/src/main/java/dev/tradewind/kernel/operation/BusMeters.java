package dev.tradewind.kernel.operation;

import dev.tradewind.kernel.metrics.NodeMeters;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.eventbus.Message;
import io.vertx.core.shareddata.LocalMap;
import io.vertx.core.shareddata.Shareable;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * Metrics of requests between verticles by address; addresses are constants of the program. Shared
 * by the clients and servers of a node. All meters and functions of an address are made with its
 * first request, so that a further request allocates nothing for them.
 */
final class BusMeters implements Shareable {

  private static final String NAME = "tradewind.bus-meters";

  private final MeterRegistry registry;
  private final Map<String, OfAddress> addresses = new ConcurrentHashMap<>();

  private BusMeters(MeterRegistry registry) {
    this.registry = registry;
  }

  static BusMeters of(Vertx vertx) {
    LocalMap<String, BusMeters> shared = vertx.sharedData().getLocalMap(NAME);
    return shared.computeIfAbsent(NAME, absent -> new BusMeters(NodeMeters.of(vertx)));
  }

  OfAddress of(String address) {
    OfAddress known = addresses.get(address);
    return known == null ? addresses.computeIfAbsent(address, OfAddress::new) : known;
  }

  /** Meters of one address. */
  final class OfAddress {

    private final Counter answered;
    private final Counter timedOut;
    private final Counter unavailable;
    private final Counter failed;
    private final Counter retries;
    private final Counter expired;
    private final LongAdder waiting = new LongAdder();
    private final LongAdder executing = new LongAdder();

    /** Reads the reply to a request and counts it. */
    final Function<Message<Buffer>, Reply> reply;

    /** Whether a request is sent again, which is counted. */
    final Predicate<Throwable> isRetried;

    private OfAddress(String address) {
      this.answered = requests(address, "answered");
      this.timedOut = requests(address, "timed_out");
      this.unavailable = requests(address, "unavailable");
      this.failed = requests(address, "failed");
      this.retries =
          Counter.builder("tradewind.bus.retries")
              .description("Further attempts to deliver a request to a node, by address")
              .tag("address", address)
              .register(registry);
      this.expired =
          Counter.builder("tradewind.bus.expired")
              .description("Requests that were dropped because their deadline had passed")
              .tag("address", address)
              .register(registry);
      gauge(
          "tradewind.bus.waiting", "Requests of this node that wait for a reply", address, waiting);
      gauge(
          "tradewind.bus.executing",
          "Requests that verticles of this node execute",
          address,
          executing);
      this.reply =
          message -> {
            Reply read = Reply.readFrom(message.headers(), message.body());
            waiting.decrement();
            answered.increment();
            return read;
          };
      this.isRetried =
          failure -> {
            boolean isUndelivered = UndeliveredRequestInterceptor.is(failure);
            if (isUndelivered) {
              retries.increment();
            }
            return isUndelivered;
          };
    }

    void sent() {
      waiting.increment();
    }

    /** Counts a request without a reply by its problem. */
    void failed(Throwable failure) {
      waiting.decrement();
      outcome(failure).increment();
    }

    /** Counts a request whose deadline passed before it was sent. */
    void tooLate() {
      timedOut.increment();
    }

    private Counter outcome(Throwable failure) {
      if (!(failure instanceof Problem expected)) {
        return failed;
      }
      return switch (expected.kind()) {
        case TIMED_OUT -> timedOut;
        case UNAVAILABLE -> unavailable;
        default -> failed;
      };
    }

    void begun() {
      executing.increment();
    }

    void ended() {
      executing.decrement();
    }

    void expired() {
      expired.increment();
    }
  }

  private Counter requests(String address, String outcome) {
    return Counter.builder("tradewind.bus.requests")
        .description("Requests to verticles by address; a refusal is an answer")
        .tag("address", address)
        .tag("outcome", outcome)
        .register(registry);
  }

  private void gauge(String name, String description, String address, LongAdder value) {
    Gauge.builder(name, value, LongAdder::doubleValue)
        .description(description)
        .tag("address", address)
        .register(registry);
  }
}
