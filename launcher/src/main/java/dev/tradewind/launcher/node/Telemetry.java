package dev.tradewind.launcher.node;

import io.micrometer.core.instrument.binder.jvm.JvmGcMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmMemoryMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmThreadMetrics;
import io.micrometer.core.instrument.binder.system.ProcessorMetrics;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.vertx.core.VertxBuilder;
import io.vertx.core.VertxOptions;
import io.vertx.micrometer.Label;
import io.vertx.micrometer.MetricsDomain;
import io.vertx.micrometer.MicrometerMetricsFactory;
import io.vertx.micrometer.MicrometerMetricsOptions;
import java.util.EnumSet;

/** Telemetry of a node: requests, servers, pools, JVM and operating system. */
final class Telemetry implements AutoCloseable {

  private final PrometheusMeterRegistry registry =
      new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
  private final JvmGcMetrics collections = new JvmGcMetrics();

  Telemetry() {
    new JvmMemoryMetrics().bindTo(registry);
    new JvmThreadMetrics().bindTo(registry);
    new ProcessorMetrics().bindTo(registry);
    collections.bindTo(registry);
  }

  PrometheusMeterRegistry registry() {
    return registry;
  }

  VertxBuilder measuring(VertxBuilder builder, VertxOptions options) {
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
    collections.close();
    registry.close();
  }
}
