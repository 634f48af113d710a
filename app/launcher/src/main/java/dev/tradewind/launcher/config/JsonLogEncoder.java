package dev.tradewind.launcher.config;

import ch.qos.logback.classic.pattern.RootCauseFirstThrowableProxyConverter;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.encoder.EncoderBase;
import dev.tradewind.kernel.text.Timestamps;
import io.vertx.core.json.JsonObject;
import java.nio.charset.StandardCharsets;

/** JSON log encoder: one line per event; keys and values of an event are members of their own. */
final class JsonLogEncoder extends EncoderBase<ILoggingEvent> {

  private final RootCauseFirstThrowableProxyConverter stackTrace =
      new RootCauseFirstThrowableProxyConverter();

  JsonLogEncoder() {
    // Without it the encoder omits exceptions.
    stackTrace.start();
  }

  @Override
  public byte[] encode(ILoggingEvent event) {
    JsonObject line =
        new JsonObject()
            .put("time", Timestamps.format(event.getInstant()))
            .put("level", event.getLevel().toString())
            .put("logger", event.getLoggerName())
            .put("message", event.getFormattedMessage());
    event.getMDCPropertyMap().forEach(line::put);
    if (event.getKeyValuePairs() != null) {
      event.getKeyValuePairs().forEach(pair -> line.put(pair.key, plain(pair.value)));
    }
    if (event.getThrowableProxy() != null) {
      line.put("error", stackTrace.convert(event));
    }
    return (line.encode() + "\n").getBytes(StandardCharsets.UTF_8);
  }

  private static Object plain(Object value) {
    return value instanceof Number || value instanceof Boolean ? value : String.valueOf(value);
  }

  @Override
  public byte[] headerBytes() {
    return new byte[0];
  }

  @Override
  public byte[] footerBytes() {
    return new byte[0];
  }
}
