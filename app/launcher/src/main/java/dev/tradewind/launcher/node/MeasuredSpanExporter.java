package dev.tradewind.launcher.node;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.opentelemetry.context.Context;
import io.opentelemetry.sdk.common.CompletableResultCode;
import io.opentelemetry.sdk.trace.ReadWriteSpan;
import io.opentelemetry.sdk.trace.ReadableSpan;
import io.opentelemetry.sdk.trace.SpanProcessor;
import io.opentelemetry.sdk.trace.data.SpanData;
import io.opentelemetry.sdk.trace.export.SpanExporter;
import java.net.URI;
import java.util.Collection;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.logging.Level;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Exporter of spans that counts them by outcome. A collector that is unavailable shows in one line
 * of the log when it begins, and one when it ends.
 */
final class MeasuredSpanExporter implements SpanExporter {

  private static final Logger LOG = LoggerFactory.getLogger(MeasuredSpanExporter.class);

  /** Logs every failure to the standard error; kept, because its level goes with the object. */
  private static final java.util.logging.Logger LIBRARY =
      java.util.logging.Logger.getLogger("io.opentelemetry");

  static {
    LIBRARY.setLevel(Level.OFF);
  }

  private final SpanExporter exporter;
  private final URI endpoint;
  private final Counter ended;
  private final Counter exported;
  private final Counter failed;
  private final AtomicBoolean failing = new AtomicBoolean();

  MeasuredSpanExporter(SpanExporter exporter, URI endpoint, MeterRegistry meters) {
    this.exporter = exporter;
    this.endpoint = endpoint;
    this.ended = spans(meters, "ended");
    this.exported = spans(meters, "exported");
    this.failed = spans(meters, "failed");
  }

  private static Counter spans(MeterRegistry meters, String outcome) {
    return Counter.builder("tradewind.trace.spans")
        .description("Spans that ended, and those of them that a collector took or did not take")
        .tag("outcome", outcome)
        .register(meters);
  }

  @Override
  public CompletableResultCode export(Collection<SpanData> spans) {
    CompletableResultCode result = exporter.export(spans);
    result.whenComplete(() -> {
      if (result.isSuccess()) {
        exported.increment(spans.size());
        if (failing.compareAndSet(true, false)) {
          LOG.info("The collector at {} takes spans again", endpoint);
        }
      } else {
        failed.increment(spans.size());
        if (failing.compareAndSet(false, true)) {
          LOG.warn("The collector at {} takes no spans: {}", endpoint, reason(result));
        }
      }
    });
    return result;
  }

  private static String reason(CompletableResultCode result) {
    Throwable failure = result.getFailureThrowable();
    return failure == null ? "no reason was given" : failure.toString();
  }

  /** Counts the spans that end, before one finds the queue full. */
  SpanProcessor counting() {
    return new SpanProcessor() {
      @Override
      public void onStart(Context parent, ReadWriteSpan span) {}

      @Override
      public boolean isStartRequired() {
        return false;
      }

      @Override
      public void onEnd(ReadableSpan span) {
        ended.increment();
      }

      @Override
      public boolean isEndRequired() {
        return true;
      }
    };
  }

  @Override
  public CompletableResultCode flush() {
    return exporter.flush();
  }

  @Override
  public CompletableResultCode shutdown() {
    return exporter.shutdown();
  }
}
