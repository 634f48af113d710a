package dev.tradewind.launcher.node;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import dev.tradewind.kernel.operation.Tracing;
import dev.tradewind.launcher.config.TraceConfig;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.vertx.core.Vertx;
import io.vertx.junit5.VertxExtension;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.slf4j.LoggerFactory;

@ExtendWith(VertxExtension.class)
class TraceExportTest {

  private static final int SPANS = 20_000;

  private final SimpleMeterRegistry meters = new SimpleMeterRegistry();

  /** More spans than the queue holds, at a port where nothing listens. */
  @Test
  void aCollectorThatIsAwayCostsNoRequestAnythingAndIsLoggedOnce(Vertx vertx) {
    ListAppender<ILoggingEvent> log = new ListAppender<>();
    log.start();
    Logger logger = (Logger) LoggerFactory.getLogger(MeasuredSpanExporter.class);
    logger.addAppender(log);
    try (TraceExport export = export(1)) {
      export.install(vertx);
      Tracing tracing = Objects.requireNonNull(Tracing.of(vertx));
      for (int span = 0; span < SPANS; span++) {
        Tracing.end(tracing.request("GET /", null, null, Duration.ZERO), null);
      }
    }
    logger.detachAppender(log);

    assertThat(spans("ended")).isEqualTo(SPANS);
    assertThat(spans("exported")).isZero();
    assertThat(spans("failed")).isPositive();
    assertThat(log.list)
        .singleElement()
        .satisfies(line ->
            assertThat(line.getFormattedMessage())
                .startsWith("The collector at http://127.0.0.1:1/v1/traces takes no spans: "));
  }

  @Test
  void tracesOfClientsAreDrawnByTheShareOfTheShop(Vertx vertx) {
    for (double share : new double[] {0, 0.5, 1}) {
      try (TraceExport export = export(share)) {
        export.install(vertx);
        Tracing tracing = Objects.requireNonNull(Tracing.of(vertx));

        // Odds of a wrong failure: 2 in 2^1000.
        assertThat(IntStream.range(0, 1_000).mapToObj(i -> tracing.draw()).distinct())
            .containsExactlyInAnyOrderElementsOf(
                share == 0 ? List.of(false) : share == 1 ? List.of(true) : List.of(true, false));
      }
    }
  }

  @Test
  void theFlagOfTheParentDecidesAndOthersAreSampled(Vertx vertx) {
    try (TraceExport export = export(0)) {
      export.install(vertx);
      Tracing tracing = Objects.requireNonNull(Tracing.of(vertx));
      String client = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-0";

      assertThat(tracing.request("GET /", null, null, Duration.ZERO).isRecording()).isFalse();
      assertThat(tracing.request("GET /", client + "0", null, Duration.ZERO).isRecording())
          .isFalse();
      assertThat(tracing.request("GET /", client + "1", null, Duration.ZERO).isRecording())
          .isTrue();
      assertThat(
              tracing
                  .request("GET /", client + "1", null, Duration.ZERO)
                  .getSpanContext()
                  .getTraceId())
          .isEqualTo("4bf92f3577b34da6a3ce929d0e0e4736");
    }
  }

  private TraceExport export(double sample) {
    return new TraceExport(
        new TraceConfig(URI.create("http://127.0.0.1:1/v1/traces"), Map::of, sample, "shop", false),
        "node",
        meters);
  }

  private double spans(String outcome) {
    return meters.get("tradewind.trace.spans").tag("outcome", outcome).counter().count();
  }
}
