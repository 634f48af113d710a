package dev.tradewind.kernel.operation;

import static dev.tradewind.testing.Futures.await;
import static org.assertj.core.api.Assertions.assertThat;

import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanContext;
import io.opentelemetry.context.Context;
import io.opentelemetry.sdk.trace.ReadWriteSpan;
import io.opentelemetry.sdk.trace.ReadableSpan;
import io.opentelemetry.sdk.trace.SdkTracerProvider;
import io.opentelemetry.sdk.trace.SpanProcessor;
import io.opentelemetry.sdk.trace.data.LinkData;
import io.opentelemetry.sdk.trace.data.SpanData;
import io.opentelemetry.sdk.trace.samplers.Sampler;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.junit5.VertxExtension;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(VertxExtension.class)
class TracingTest {

  private static final String SAMPLED = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01";
  private static final String NOT_SAMPLED =
      "00-5bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-00";

  private final Map<String, SpanData> ended = new ConcurrentHashMap<>();
  private Vertx vertx;

  @BeforeEach
  void keep(Vertx vertx) {
    this.vertx = vertx;
  }

  @Test
  void backgroundWorkIsATraceOfItsOwnWithLinksToSampledCauses() {
    install(Sampler.alwaysOn());

    CallContext call =
        inBackground(
            List.of(SAMPLED, NOT_SAMPLED, SAMPLED),
            () ->
                vertx
                    .timer(1)
                    .map(waited -> {
                      step("SELECT thing");
                      return CallContext.system(Clock.systemUTC(), Duration.ofMinutes(1));
                    }));

    SpanData root = span("work");
    assertThat(root.getParentSpanContext().isValid()).isFalse();
    assertThat(root.getLinks())
        .extracting(LinkData::getSpanContext)
        .extracting(SpanContext::getTraceId)
        .containsExactly("4bf92f3577b34da6a3ce929d0e0e4736");
    assertThat(span("SELECT thing").getParentSpanId()).isEqualTo(root.getSpanId());
    assertThat(call.traceparent()).isEqualTo(Traceparent.of(root.getSpanContext()));
  }

  @Test
  void theContextOfTheCallerIsNotOfTheTrace() {
    install(Sampler.alwaysOn());

    Object after =
        await(
            onContext(() ->
                Tracing.background("work", List.of(), () -> Future.succeededFuture("done"))
                    .map(done ->
                        CurrentCall.get() == null
                            && CallContext.system(Clock.systemUTC(), Duration.ofMinutes(1))
                                    .traceparent()
                                == null)));

    assertThat(after).isEqualTo(true);
  }

  @Test
  void aThrownExceptionFailsTheWorkAndItsSpan() {
    install(Sampler.alwaysOn());

    Throwable failure =
        await(
            onContext(() ->
                Tracing.<Throwable>background(
                        "work",
                        List.of(),
                        () -> {
                          throw new IllegalStateException("with personal data");
                        })
                    .recover(Future::succeededFuture)));

    assertThat(failure).isInstanceOf(IllegalStateException.class);
    assertThat(span("work").getAttributes().asMap().toString())
        .contains("IllegalStateException")
        .doesNotContain("personal");
  }

  @Test
  void workThatIsNotSampledOrNotTracedHasNoSpansAndNoTrace() {
    Supplier<Future<CallContext>> work =
        () -> {
          step("SELECT thing");
          return Future.succeededFuture(
              CallContext.system(Clock.systemUTC(), Duration.ofMinutes(1)));
        };
    assertThat(inBackground(List.of(SAMPLED), work).traceparent()).isNull();

    install(Sampler.alwaysOff());
    assertThat(inBackground(List.of(SAMPLED), work).traceparent()).isNull();
    assertThat(ended).isEmpty();
  }

  private void step(String name) {
    Span span = Tracing.stepOf(Vertx.currentContext(), name);
    if (span != null) {
      span.end();
    }
  }

  private CallContext inBackground(List<String> origins, Supplier<Future<CallContext>> work) {
    return await(onContext(() -> Tracing.background("work", origins, work)));
  }

  private <T> Future<T> onContext(Supplier<Future<T>> work) {
    return Future.future(
        promise -> vertx.getOrCreateContext().runOnContext(run -> work.get().onComplete(promise)));
  }

  private SpanData span(String name) {
    return Objects.requireNonNull(ended.get(name));
  }

  private void install(Sampler sampler) {
    SdkTracerProvider provider =
        SdkTracerProvider.builder()
            .setSampler(Sampler.parentBased(sampler))
            .addSpanProcessor(
                new SpanProcessor() {
                  @Override
                  public void onStart(Context parent, ReadWriteSpan span) {}

                  @Override
                  public boolean isStartRequired() {
                    return false;
                  }

                  @Override
                  public void onEnd(ReadableSpan span) {
                    ended.put(span.getName(), span.toSpanData());
                  }

                  @Override
                  public boolean isEndRequired() {
                    return true;
                  }
                })
            .build();
    Tracing.install(vertx, provider.get("test"), 1, false);
  }
}
