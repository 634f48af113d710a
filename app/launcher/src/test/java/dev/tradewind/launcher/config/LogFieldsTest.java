package dev.tradewind.launcher.config;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.encoder.PatternLayoutEncoder;
import ch.qos.logback.classic.joran.JoranConfigurator;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.LoggingEvent;
import ch.qos.logback.core.ConsoleAppender;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The text form of a node, by the file that it logs with. */
class LogFieldsTest {

  @Test
  void aLineOfACallEndsWithItsFields() throws Exception {
    assertThat(
            text(
                Map.of(
                    "node", "n1",
                    "request", "r1",
                    "operation", "storeGetCart",
                    "actor", "customer",
                    "actor_id", "cus_1",
                    "trace_id", "4bf9")))
        .endsWith(
            "Refused it [request=r1 operation=storeGetCart actor=customer actor_id=cus_1"
                + " trace_id=4bf9 node=n1]\n");
    assertThat(text(Map.of("node", "n1", "request", "r1", "actor", "anonymous", "trace_id", "4b")))
        .endsWith("Refused it [request=r1 actor=anonymous trace_id=4b node=n1]\n");
  }

  @Test
  void anotherLineEndsWithItsMessage() throws Exception {
    assertThat(text(Map.of("node", "n1"))).endsWith("Refused it\n");
  }

  private static String text(Map<String, String> fields) throws Exception {
    LoggerContext context = new LoggerContext();
    JoranConfigurator configurator = new JoranConfigurator();
    configurator.setContext(context);
    configurator.doConfigure(LogFieldsTest.class.getResource("/logback.xml"));
    ConsoleAppender<ILoggingEvent> console =
        (ConsoleAppender<ILoggingEvent>)
            context.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME).getAppender("CONSOLE");
    LoggingEvent event =
        new LoggingEvent(
            "", context.getLogger("shop"), Level.WARN, "Refused it", null, new Object[0]);
    event.setMDCPropertyMap(fields);
    return new String(
        ((PatternLayoutEncoder) console.getEncoder()).encode(event), StandardCharsets.UTF_8);
  }
}
