package dev.tradewind.launcher.config;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.LoggingEvent;
import io.vertx.core.json.JsonObject;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.slf4j.event.KeyValuePair;

class JsonLogEncoderTest {

  private final LoggerContext context = new LoggerContext();
  private final JsonLogEncoder encoder = new JsonLogEncoder();

  @Test
  void aLineContainsTheEvent() {
    LoggingEvent event = event("\"{}\"\nwas answered", null, "a cart");
    event.addKeyValuePair(new KeyValuePair("status", 200));
    event.addKeyValuePair(new KeyValuePair("operation", "storeGetCart"));

    assertThat(encoded(event))
        .isEqualTo(
            new JsonObject()
                .put("time", "1970-01-01T00:00:01.500Z")
                .put("level", "INFO")
                .put("logger", "shop")
                .put("message", "\"a cart\"\nwas answered")
                .put("request", "01ABC")
                .put("status", 200)
                .put("operation", "storeGetCart"));
  }

  @Test
  void aFailureComesWithItsCause() {
    Exception failure = new IllegalStateException("Outer", new IllegalArgumentException("Inner"));

    assertThat(encoded(event("Failed", failure)).getString("error"))
        .contains("IllegalStateException: Outer", "IllegalArgumentException: Inner", "\tat ");
  }

  private LoggingEvent event(String message, Throwable failure, Object... arguments) {
    LoggingEvent event =
        new LoggingEvent("", context.getLogger("shop"), Level.INFO, message, failure, arguments);
    event.setTimeStamp(1_500);
    event.setInstant(Instant.ofEpochMilli(1_500));
    event.setMDCPropertyMap(Map.of("request", "01ABC"));
    return event;
  }

  private JsonObject encoded(LoggingEvent event) {
    String line = new String(encoder.encode(event), StandardCharsets.UTF_8);
    assertThat(line).endsWith("}\n").containsOnlyOnce("\n");
    return new JsonObject(line);
  }
}
