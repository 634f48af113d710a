package dev.tradewind.launcher.config;

import dev.tradewind.providers.plugin.PluginSettings;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Headers of the requests to a collector, such as its login, in the form of OpenTelemetry's {@code
 * OTEL_EXPORTER_OTLP_HEADERS}. Those in a file are read at each use; one that cannot be read leaves
 * the former ones.
 */
public final class OtlpHeaders implements Supplier<Map<String, String>> {

  private static final Logger LOG = LoggerFactory.getLogger(OtlpHeaders.class);

  private static final Pattern NAME = Pattern.compile("[!#$%&'*+.^_`|~0-9A-Za-z-]+");
  private static final Pattern VALUE = Pattern.compile("[\\x20-\\x7e]*");

  private final @Nullable Path file;
  private volatile Map<String, String> current;
  private volatile boolean isFailing;

  private OtlpHeaders(String text, @Nullable Path file) {
    this.current = parse(text);
    this.file = file;
  }

  static OtlpHeaders of(Settings settings) {
    return new OtlpHeaders(
        settings.text(Setting.OTLP_HEADERS), settings.fileOf(Setting.OTLP_HEADERS));
  }

  /** Values by names in lower case. */
  @Override
  public Map<String, String> get() {
    if (file != null) {
      read(file);
    }
    return current;
  }

  private void read(Path from) {
    try {
      current = parse(PluginSettings.content(Setting.OTLP_HEADERS.variable() + Setting.FILE, from));
      isFailing = false;
    } catch (IllegalArgumentException | CliException unusable) {
      if (!isFailing) {
        isFailing = true;
        LOG.warn("Keeping the former headers for the collector: {}", unusable.getMessage());
      }
    }
  }

  /** Names and percent-encoded values, {@code name=value,name2=value2}. */
  private static Map<String, String> parse(String text) {
    Map<String, String> values = new HashMap<>();
    for (String header : text.isBlank() ? new String[0] : text.split(",", -1)) {
      String[] parts = header.split("=", 2);
      String name = parts[0].strip().toLowerCase(Locale.ROOT);
      String value = parts.length == 2 ? decoded(parts[1].strip()) : "";
      if (!NAME.matcher(name).matches()
          || value.isEmpty()
          || !VALUE.matcher(value).matches()
          || values.put(name, value) != null) {
        throw malformed();
      }
    }
    return Map.copyOf(values);
  }

  private static String decoded(String value) {
    try {
      // A plus is no blank here.
      return URLDecoder.decode(value.replace("+", "%2B"), StandardCharsets.UTF_8);
    } catch (IllegalArgumentException malformed) {
      throw malformed();
    }
  }

  /** The text may contain a password. */
  private static CliException malformed() {
    return new CliException(
        Setting.OTLP_HEADERS.variable()
            + " must look like authorization=Bearer%20secret,x-shop=north, with each name once and"
            + " percent-encoded values.");
  }

  /** Secrets stay out of logs. */
  @Override
  public String toString() {
    return current.keySet().toString();
  }
}
