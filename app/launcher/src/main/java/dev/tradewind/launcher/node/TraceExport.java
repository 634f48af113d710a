package dev.tradewind.launcher.node;

import dev.tradewind.kernel.operation.Tracing;
import dev.tradewind.kernel.trace.StatementTracer;
import dev.tradewind.launcher.Build;
import dev.tradewind.launcher.config.TraceConfig;
import io.micrometer.core.instrument.MeterRegistry;
import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.exporter.otlp.http.trace.OtlpHttpSpanExporter;
import io.opentelemetry.sdk.resources.Resource;
import io.opentelemetry.sdk.trace.SdkTracerProvider;
import io.opentelemetry.sdk.trace.export.BatchSpanProcessor;
import io.opentelemetry.sdk.trace.samplers.Sampler;
import io.vertx.core.Vertx;
import io.vertx.core.VertxBuilder;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/**
 * Export of the spans of a node to a collector. A thread of its own sends them in batches; requests
 * only put theirs into a bounded queue, and a span that finds it full is dropped.
 */
final class TraceExport implements AutoCloseable {

  /** At most; of a few hundred bytes each. */
  private static final int QUEUE = 4_096;

  private static final Duration PAUSE = Duration.ofSeconds(1);
  private static final Duration TIMEOUT = Duration.ofSeconds(5);
  private static final long LAST_SECONDS = 3;

  private final TraceConfig config;
  private final SdkTracerProvider spans;

  TraceExport(TraceConfig config, String node, MeterRegistry meters) {
    this.config = config;
    MeasuredSpanExporter exporter =
        new MeasuredSpanExporter(
            OtlpHttpSpanExporter.builder()
                .setEndpoint(config.endpoint().toString())
                .setHeaders(config.headers())
                .setCompression("gzip")
                .setTimeout(TIMEOUT)
                // The next batch is the next attempt: repetitions would hold it back.
                .setRetryPolicy(null)
                .build(),
            config.endpoint(),
            meters);
    this.spans =
        SdkTracerProvider.builder()
            .setResource(resource(config, node))
            .setSampler(Sampler.parentBased(Sampler.traceIdRatioBased(config.sample())))
            .addSpanProcessor(
                BatchSpanProcessor.builder(exporter)
                    .setMaxQueueSize(QUEUE)
                    .setScheduleDelay(PAUSE)
                    .setExporterTimeout(TIMEOUT)
                    .build())
            .addSpanProcessor(exporter.counting())
            .build();
  }

  private static Resource resource(TraceConfig config, String node) {
    return Resource.getDefault()
        .merge(
            Resource.create(
                Attributes.of(
                    AttributeKey.stringKey("service.name"),
                    config.service(),
                    AttributeKey.stringKey("service.version"),
                    Build.current().version(),
                    AttributeKey.stringKey("service.instance.id"),
                    node)));
  }

  /** Gives statements their spans. */
  VertxBuilder tracing(VertxBuilder builder) {
    return builder.withTracer(options -> new StatementTracer());
  }

  /** Gives requests and operations their spans. */
  void install(Vertx vertx) {
    Tracing.install(vertx, spans.get("dev.tradewind"), config.sample(), config.tracesMessages());
  }

  /** Sends what is left, for a moment. */
  @Override
  public void close() {
    spans.shutdown().join(LAST_SECONDS, TimeUnit.SECONDS);
  }
}
