package dev.tradewind.launcher.config;

import static dev.tradewind.launcher.config.NodeConfigs.PRODUCTION;
import static dev.tradewind.launcher.config.NodeConfigs.configOf;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.entry;

import ch.qos.logback.classic.Level;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.slf4j.LoggerFactory;

/** Logs of a node, and the traces that it exports. */
class LogAndTraceSettingsTest {

  @Test
  void tracesAreExportedToACollectorIfThereIsOne() {
    assertThat(configOf(Map.of(Setting.TRACE_SAMPLE, "1")).traces()).isNull();
    TraceConfig defaults =
        configOf(Map.of(Setting.OTLP_ENDPOINT, "https://collector:4318/")).traces();
    assertThat(defaults)
        .returns(URI.create("https://collector:4318/v1/traces"), TraceConfig::endpoint)
        .returns(Map.of(), config -> config.headers().get())
        .returns(0.1, TraceConfig::sample)
        .returns("tradewind", TraceConfig::service)
        .returns(false, TraceConfig::tracesMessages);
    assertThat(
            configOf(
                    Map.of(
                        Setting.OTLP_ENDPOINT, "http://collector:4318/otlp",
                        Setting.OTLP_HEADERS, "Authorization = Bearer%20a+b%2C%3D ,x-shop=north=1",
                        Setting.TRACE_SAMPLE, "0",
                        Setting.TRACE_SERVICE, "north",
                        Setting.TRACE_MESSAGES, "true"))
                .traces())
        .returns(URI.create("http://collector:4318/otlp/v1/traces"), TraceConfig::endpoint)
        .returns(
            Map.of("authorization", "Bearer a+b,=", "x-shop", "north=1"),
            config -> config.headers().get())
        .returns(0.0, TraceConfig::sample)
        .returns("north", TraceConfig::service)
        .returns(true, TraceConfig::tracesMessages);
  }

  @Test
  void headersForTheCollectorAreReadAgainFromTheirFile(@TempDir Path folder) throws IOException {
    Path file = Files.writeString(folder.resolve("headers"), "authorization=first\n");
    Path settings =
        Files.writeString(
            folder.resolve("traces.yaml"),
            "TRADEWIND_OTLP_ENDPOINT: http://collector:4318%nTRADEWIND_OTLP_HEADERS_FILE: %s%n"
                .formatted(file));
    TraceConfig traces = Objects.requireNonNull(NodeConfig.of(Settings.load(settings)).traces());
    assertThat(traces.headers().get()).isEqualTo(Map.of("authorization", "first"));

    Files.writeString(file, "authorization=second");
    assertThat(traces.headers().get()).isEqualTo(Map.of("authorization", "second"));

    Files.writeString(file, "malformed");
    assertThat(traces.headers().get()).isEqualTo(Map.of("authorization", "second"));
    Files.delete(file);
    assertThat(traces.headers().get()).isEqualTo(Map.of("authorization", "second"));
  }

  @ParameterizedTest
  @CsvSource({
    "OTLP_ENDPOINT, collector:4318",
    "OTLP_ENDPOINT, http://a collector",
    "OTLP_ENDPOINT, grpc://collector:4317",
    "OTLP_HEADERS, secret",
    "OTLP_HEADERS, a=",
    "OTLP_HEADERS, 'a=1,A=2'",
    "OTLP_HEADERS, 'a=1,'",
    "OTLP_HEADERS, a b=1",
    "OTLP_HEADERS, a=%",
    "OTLP_HEADERS, a=b%0Ac",
    "TRACE_SAMPLE, 1.1",
    "TRACE_SAMPLE, NaN",
    "TRACE_SAMPLE, all",
    "TRACE_MESSAGES, yes",
    "TRACE_TRUST_CALLERS, yes",
    "MAX_FILES, 0",
    "MAX_FILES_MEGABYTES, 0"
  })
  void wrongSettingsOfTracesAreNamed(Setting setting, String value) {
    assertThatThrownBy(() -> configOf(Map.of(setting, value)))
        .isInstanceOf(CliException.class)
        .hasMessageContaining(setting.variable());
  }

  @Test
  void productionLogsForMachines() {
    assertThat(configOf(Map.of()).logFormat()).isEqualTo(LogFormat.TEXT);
    assertThat(configOf(Map.of(Setting.LOG_FORMAT, "json")).logFormat()).isEqualTo(LogFormat.JSON);
    assertThat(configOf(PRODUCTION).logFormat()).isEqualTo(LogFormat.JSON);
  }

  @Test
  void anOperatorsOwnLogbackFileDecidesUnlessAFormatIsSet() {
    System.setProperty("logback.configurationFile", "own.xml");
    try {
      assertThat(configOf(PRODUCTION).logFormat()).isEqualTo(LogFormat.FILE);
      assertThat(configOf(Map.of(Setting.LOG_FORMAT, "json")).logFormat())
          .isEqualTo(LogFormat.JSON);
    } finally {
      System.clearProperty("logback.configurationFile");
    }
  }

  @Test
  void logLevelsAreSetByLogger() {
    LogLevels levels =
        configOf(Map.of(Setting.LOG_LEVELS, "dev.tradewind.test.leveled = debug, root=WARN"))
            .logLevels();

    assertThat(levels.levels())
        .containsExactly(
            entry("dev.tradewind.test.leveled", Level.DEBUG), entry("root", Level.WARN));
    new LogLevels(Map.of("dev.tradewind.test.leveled", Level.DEBUG)).apply();
    assertThat(LoggerFactory.getLogger("dev.tradewind.test.leveled.part").isDebugEnabled())
        .isTrue();
  }

  @ParameterizedTest
  @ValueSource(strings = {"a", "a=LOUD", "=INFO", "a=INFO,a=WARN", "a=INFO,"})
  void aWrongLogLevelIsNamed(String value) {
    assertThatThrownBy(() -> configOf(Map.of(Setting.LOG_LEVELS, value)))
        .isInstanceOf(CliException.class)
        .hasMessageContaining("TRADEWIND_LOG_LEVELS");
  }
}
