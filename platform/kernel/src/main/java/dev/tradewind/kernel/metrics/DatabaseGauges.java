package dev.tradewind.kernel.metrics;

import dev.tradewind.kernel.background.BackgroundTask;
import dev.tradewind.kernel.metrics.DatabaseFactStore.Sample;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.MultiGauge;
import io.micrometer.core.instrument.Tags;
import io.vertx.core.Future;
import io.vertx.sqlclient.Pool;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Gauges of facts in the database of one verticle, read on a timer and never for a scrape. Every
 * node that runs the verticle samples, so that the facts are shown as long as one of them lives.
 * Without an answer of the database the gauges disappear: an old value would look like a present
 * one.
 */
public final class DatabaseGauges {

  private static final Duration INTERVAL = Duration.ofSeconds(10);

  private static final long TIMEOUT_MILLIS = 5_000;

  private final Pool pool;
  private final List<DatabaseFact> facts;
  private final DatabaseFactStore store;
  private final List<MultiGauge> gauges;

  public DatabaseGauges(
      Pool pool, String verticle, List<DatabaseFact> facts, MeterRegistry meters) {
    this.pool = pool;
    this.facts = List.copyOf(facts);
    this.store = new DatabaseFactStore(this.facts);
    this.gauges =
        facts.stream()
            .map(fact ->
                MultiGauge.builder(fact.name())
                    .description(fact.description())
                    .baseUnit(fact.unit())
                    .tag("verticle", verticle)
                    .register(meters))
            .toList();
  }

  /** Background task that samples the facts; spread, so that nodes do not ask concurrently. */
  public BackgroundTask sampling() {
    return BackgroundTask.spread(INTERVAL, "sample-metrics", this::sample).exempt("It only reads.");
  }

  Future<?> sample() {
    return store
        .read(pool)
        .timeout(TIMEOUT_MILLIS, TimeUnit.MILLISECONDS)
        .onSuccess(this::show)
        .onFailure(failure -> show(List.of()));
  }

  /** Several instances of the verticle share the gauges, so that each overwrites them. */
  private void show(List<Sample> samples) {
    IntStream.range(0, facts.size())
        .forEach(fact ->
            gauges
                .get(fact)
                .register(
                    samples.stream()
                        .filter(sample -> sample.fact() == fact)
                        .<MultiGauge.Row<?>>map(sample ->
                            MultiGauge.Row.of(
                                tags(facts.get(fact).label(), sample.label()), sample.value()))
                        .toList(),
                    true));
  }

  private static Tags tags(@Nullable String label, @Nullable String value) {
    return label == null || value == null ? Tags.empty() : Tags.of(label, value);
  }
}
