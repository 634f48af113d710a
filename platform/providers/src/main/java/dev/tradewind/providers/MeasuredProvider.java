package dev.tradewind.providers;

import dev.tradewind.kernel.operation.Tracing;
import dev.tradewind.spi.Provider;
import dev.tradewind.spi.RefusedException;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.trace.Span;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Calls of a provider: turns refusals into problems, a thrown exception into a failed future, and
 * measures the duration by outcome ({@code tradewind_provider_seconds}), and gives a call within a
 * trace a span.
 */
final class MeasuredProvider implements InvocationHandler {

  private static final AttributeKey<String> KIND =
      AttributeKey.stringKey("tradewind.provider.kind");
  private static final AttributeKey<String> PROVIDER =
      AttributeKey.stringKey("tradewind.provider.id");
  private static final AttributeKey<String> OUTCOME = AttributeKey.stringKey("tradewind.outcome");

  private final Provider provider;
  private final String kind;
  private final MeterRegistry meters;

  private MeasuredProvider(Provider provider, String kind, MeterRegistry meters) {
    this.provider = provider;
    this.kind = kind;
    this.meters = meters;
  }

  static <P extends Provider> P of(Class<P> type, P provider, String kind, MeterRegistry meters) {
    return type.cast(
        Proxy.newProxyInstance(
            type.getClassLoader(),
            new Class<?>[] {type},
            new MeasuredProvider(provider, kind, meters)));
  }

  @Override
  public @Nullable Object invoke(Object proxy, Method method, Object @Nullable [] arguments)
      throws Throwable {
    boolean isCall = Future.class.isAssignableFrom(method.getReturnType());
    if (!isCall) {
      return invoked(method, arguments);
    }
    Span span = Tracing.stepOf(Vertx.currentContext(), name(method));
    long start = System.nanoTime();
    Future<?> answer;
    try {
      answer = (Future<?>) Objects.requireNonNull(invoked(method, arguments), method.getName());
    } catch (Exception failure) {
      answer = Future.failedFuture(failure);
    }
    return answer
        .onComplete(done -> {
          String outcome = outcome(done.cause());
          timer(method.getName(), outcome).record(System.nanoTime() - start, TimeUnit.NANOSECONDS);
          if (span != null) {
            end(span, outcome, done.cause());
          }
        })
        .recover(failure -> Future.failedFuture(Refusals.problem(failure)));
  }

  private String name(Method method) {
    return provider.id() + " " + method.getName();
  }

  private void end(Span span, String outcome, @Nullable Throwable failure) {
    span.setAttribute(KIND, kind)
        .setAttribute(PROVIDER, provider.id())
        .setAttribute(OUTCOME, outcome);
    // A refusal is an answer.
    Tracing.end(span, failure instanceof RefusedException ? null : failure);
  }

  private @Nullable Object invoked(Method method, Object @Nullable [] arguments) throws Throwable {
    try {
      return method.invoke(provider, arguments);
    } catch (InvocationTargetException thrown) {
      throw thrown.getCause();
    }
  }

  private Timer timer(String call, String outcome) {
    return Timer.builder("tradewind.provider")
        .description("Duration of calls of providers")
        .tag("kind", kind)
        .tag("provider", provider.id())
        .tag("call", call)
        .tag("outcome", outcome)
        .register(meters);
  }

  private static String outcome(@Nullable Throwable failure) {
    if (failure == null) {
      return "done";
    }
    return failure instanceof RefusedException ? "refused" : "failed";
  }
}
