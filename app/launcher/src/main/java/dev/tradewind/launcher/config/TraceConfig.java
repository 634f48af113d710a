package dev.tradewind.launcher.config;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Export of traces.
 *
 * @param endpoint where the collector takes traces, by OTLP over HTTP
 * @param headers headers of the next request to it, such as its login
 * @param sample share of the traces that begin here, from 0 to 1
 * @param service name of the service in its spans
 * @param tracesMessages whether events that are sent to Kafka have spans
 */
public record TraceConfig(
    URI endpoint,
    Supplier<Map<String, String>> headers,
    double sample,
    String service,
    boolean tracesMessages) {

  private static final String TRACES = "/v1/traces";

  /** The settings; null if traces are not exported. */
  static @Nullable TraceConfig of(Settings settings) {
    double sample = sample(settings);
    boolean tracesMessages = settings.truth(Setting.TRACE_MESSAGES);
    OtlpHeaders headers = OtlpHeaders.of(settings);
    String base = settings.textOrNull(Setting.OTLP_ENDPOINT);
    if (base == null) {
      return null;
    }
    return new TraceConfig(
        endpoint(base), headers, sample, settings.text(Setting.TRACE_SERVICE), tracesMessages);
  }

  private static double sample(Settings settings) {
    String text = settings.text(Setting.TRACE_SAMPLE);
    try {
      double sample = Double.parseDouble(text);
      if (sample >= 0 && sample <= 1) {
        return sample;
      }
    } catch (NumberFormatException notANumber) {
      throw wrongSample(notANumber);
    }
    throw wrongSample(null);
  }

  private static CliException wrongSample(@Nullable Throwable cause) {
    return new CliException(
        Setting.TRACE_SAMPLE.variable() + " must be a number from 0 to 1, such as 0.1.", cause);
  }

  private static URI endpoint(String base) {
    try {
      URI uri = new URI(base.replaceFirst("/+$", "") + TRACES);
      if (("http".equals(uri.getScheme()) || "https".equals(uri.getScheme()))
          && uri.getHost() != null
          && uri.getQuery() == null) {
        return uri;
      }
    } catch (URISyntaxException malformed) {
      throw wrongEndpoint(malformed);
    }
    throw wrongEndpoint(null);
  }

  private static CliException wrongEndpoint(@Nullable Throwable cause) {
    return new CliException(
        Setting.OTLP_ENDPOINT.variable() + " must be a URL such as http://collector:4318.", cause);
  }
}
