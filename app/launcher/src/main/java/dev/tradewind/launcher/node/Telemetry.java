package dev.tradewind.launcher.node;

import dev.tradewind.kernel.metrics.NodeMeters;
import dev.tradewind.launcher.Build;
import dev.tradewind.launcher.config.TraceConfig;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Metrics;
import io.micrometer.core.instrument.binder.jvm.JvmGcMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmMemoryMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmThreadMetrics;
import io.micrometer.core.instrument.binder.system.ProcessorMetrics;
import io.micrometer.core.instrument.config.MeterFilter;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.prometheus.metrics.instrumentation.jvm.ProcessMetrics;
import io.vertx.core.Vertx;
import io.vertx.core.VertxBuilder;
import io.vertx.core.VertxOptions;
import io.vertx.micrometer.Label;
import io.vertx.micrometer.MetricsDomain;
import io.vertx.micrometer.MicrometerMetricsFactory;
import io.vertx.micrometer.MicrometerMetricsOptions;
import java.util.EnumSet;
import org.jspecify.annotations.Nullable;

/** Telemetry of a node: metrics, and traces if there is a collector for them. */
final class Telemetry implements AutoCloseable {

  private final PrometheusMeterRegistry registry =
      new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
  private final JvmGcMetrics collections = new JvmGcMetrics();
  private final @Nullable TraceExport traces;

  /**
   * @param node id of the node in its spans
   */
  Telemetry(@Nullable TraceConfig config, String node) {
    // Names of which Prometheus' lint disapproves, and the processor time that the process metrics
    // have in seconds.
    registry
        .config()
        .meterFilter(MeterFilter.denyNameStartsWith("system.cpu.count"))
        .meterFilter(MeterFilter.denyNameStartsWith("process.cpu.time"));
    new JvmMemoryMetrics().bindTo(registry);
    new JvmThreadMetrics().bindTo(registry);
    new ProcessorMetrics().bindTo(registry);
    ProcessMetrics.builder().register(registry.getPrometheusRegistry());
    Metrics.addRegistry(registry);
    showBuild();
    collections.bindTo(registry);
    traces = config == null ? null : new TraceExport(config, node, registry);
  }

  private void showBuild() {
    Build build = Build.current();
    Gauge.builder("tradewind.build.info", () -> 1)
        .description("Version of the node, and the commit of its sources")
        .tag("version", build.version())
        .tag("commit", build.commit())
        .register(registry);
  }

  PrometheusMeterRegistry registry() {
    return registry;
  }

  /** Gives the verticles of the node its meters and its tracer, before they are made. */
  void install(Vertx vertx) {
    NodeMeters.install(vertx, registry);
    if (traces != null) {
      traces.install(vertx);
    }
  }

  VertxBuilder observing(VertxBuilder builder, VertxOptions options) {
    if (traces == null) {
      return measuring(builder, options);
    }
    return traces.tracing(measuring(builder, options));
  }

  private VertxBuilder measuring(VertxBuilder builder, VertxOptions options) {
    MicrometerMetricsOptions metrics =
        new MicrometerMetricsOptions()
            .setJvmMetricsEnabled(false)
            // Paths contain ids, and remote addresses are many: unbounded cardinality. The local
            // address tells the HTTP server of the API from the server of the management port.
            .setLabels(
                EnumSet.of(
                    Label.LOCAL,
                    Label.HTTP_METHOD,
                    Label.HTTP_CODE,
                    Label.POOL_TYPE,
                    Label.POOL_NAME))
            .setEnabled(true)
            // Every pool would register the same gauge of its SQL client; the pools have their own.
            .addDisabledMetricsCategory("sql");
    for (MetricsDomain domain : MetricsDomain.values()) {
      if (domain != MetricsDomain.HTTP_SERVER && domain != MetricsDomain.NAMED_POOLS) {
        metrics.addDisabledMetricsCategory(domain);
      }
    }
    return builder
        .with(options.setMetricsOptions(metrics))
        .withMetrics(new MicrometerMetricsFactory(registry));
  }

  @Override
  public void close() {
    if (traces != null) {
      traces.close();
    }
    Metrics.removeRegistry(registry);
    collections.close();
    registry.close();
  }
}
