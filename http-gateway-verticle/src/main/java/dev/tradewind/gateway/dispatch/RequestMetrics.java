package dev.tradewind.gateway.dispatch;

import dev.tradewind.gateway.contract.Operation;
import dev.tradewind.gateway.http.RequestIdHandler;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import io.vertx.ext.web.RoutingContext;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/** Metrics and log lines of responses, by operation; never of callers or parameters. */
public final class RequestMetrics {

  private static final Logger LOG = LoggerFactory.getLogger("dev.tradewind.requests");

  private static final Duration[] LATENCIES = {
    Duration.ofMillis(1),
    Duration.ofMillis(5),
    Duration.ofMillis(10),
    Duration.ofMillis(25),
    Duration.ofMillis(50),
    Duration.ofMillis(100),
    Duration.ofMillis(250),
    Duration.ofMillis(500),
    Duration.ofSeconds(1),
    Duration.ofMillis(2_500),
    Duration.ofSeconds(5),
    Duration.ofSeconds(10)
  };

  /** The longest duration that the histogram tells from others. */
  public static final Duration LONGEST = LATENCIES[LATENCIES.length - 1];

  private final MeterRegistry registry;

  public RequestMetrics(MeterRegistry registry) {
    this.registry = registry;
  }

  OfOperation of(Operation operation) {
    return of(operation.id());
  }

  /**
   * @param name of an operation, or of what is answered like one
   */
  public OfOperation of(String name) {
    return new OfOperation(name);
  }

  /** Counters and timers of one operation, by status. */
  public final class OfOperation {

    private final String operation;
    private final Map<Integer, Timer> timers = new ConcurrentHashMap<>();

    private OfOperation(String operation) {
      this.operation = operation;
    }

    public void answered(RoutingContext context, int status) {
      Duration taken = RequestIdHandler.sinceArrival(context);
      timers.computeIfAbsent(status, this::timer).record(taken);
      // The cause of a 500 was logged where it happened.
      Level level = status == 503 || status == 504 ? Level.WARN : Level.INFO;
      String requestId = context.get(RequestIdHandler.REQUEST_ID);
      LOG.atLevel(level)
          .addKeyValue("status", status)
          .addKeyValue("duration_ms", Math.round(taken.toNanos() / 1e3) / 1e3)
          .log("Answered operation {} with status {}, request {}", operation, status, requestId);
    }

    private Timer timer(int status) {
      return Timer.builder("tradewind.requests")
          .description("Requests by operation and status, from arrival to answer")
          .tag("operation", operation)
          .tag("status", Integer.toString(status))
          .serviceLevelObjectives(LATENCIES)
          .register(registry);
    }
  }
}
