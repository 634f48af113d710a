package dev.tradewind.launcher.node;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import dev.tradewind.kernel.outbox.KafkaConfig;
import dev.tradewind.testing.FreePorts;
import dev.tradewind.testing.Futures;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.junit5.VertxExtension;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.slf4j.LoggerFactory;

@ExtendWith(VertxExtension.class)
class KafkaConnectivityCheckTest {

  private static final Map<String, String> SOON =
      Map.of("default.api.timeout.ms", "500", "request.timeout.ms", "500");

  private final Logger logger = (Logger) LoggerFactory.getLogger(KafkaConnectivityCheck.class);
  private final ListAppender<ILoggingEvent> log = new ListAppender<>();

  private KafkaConnectivityCheck check;

  @BeforeEach
  void open(Vertx vertx) {
    check =
        new KafkaConnectivityCheck(
            vertx,
            KafkaConfig.of("127.0.0.1:" + FreePorts.find()).withClientProperties(SOON),
            new SimpleMeterRegistry());
    log.start();
    logger.addAppender(log);
  }

  @AfterEach
  void close() {
    check.close();
    logger.detachAppender(log);
  }

  @Test
  void kafkaThatDoesNotAnswerIsReported() {
    Futures.await(check.start());

    assertThat(log.list)
        .extracting(ILoggingEvent::getFormattedMessage)
        .singleElement()
        .asString()
        .startsWith("Connecting to Kafka at 127.0.0.1:");
  }

  @Test
  void theFailureOfAClientWhoseNodeStopsIsNotReported() {
    Future<Void> asked = check.start();
    check.close();
    Futures.await(asked);

    assertThat(log.list).isEmpty();
  }
}
