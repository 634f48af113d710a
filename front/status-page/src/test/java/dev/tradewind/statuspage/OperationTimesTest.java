package dev.tradewind.statuspage;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.statuspage.OperationTimes.Bucket;
import io.micrometer.core.instrument.Timer;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class OperationTimesTest {

  private static OperationTimes times(long count, Bucket... buckets) {
    return new OperationTimes("storeGetCart", count, 0, 0.9, List.of(buckets));
  }

  @ParameterizedTest
  @CsvSource({
    // of 100 requests 90 took up to 10 ms, 9 up to 100 ms, one longer than all buckets
    "0,    0.01",
    "0.5,  0.01",
    "0.9,  0.01",
    "0.91, 0.1",
    "0.99, 0.1",
    "1,    Infinity"
  })
  void aPercentileIsTheBucketThatHasIt(double part, double seconds) {
    OperationTimes times = times(100, new Bucket(0.01, 90), new Bucket(0.1, 9));

    assertThat(times.percentile(part)).isEqualTo(seconds);
  }

  @Test
  void timesOfNodesAddUp() {
    OperationTimes sum =
        times(3, new Bucket(0.01, 3)).plus(times(4, new Bucket(0.01, 1), new Bucket(1, 2)));

    assertThat(sum).isEqualTo(times(7, new Bucket(0.01, 4), new Bucket(1, 2)));
  }

  @Test
  void earlierRequestsAreTakenOff() {
    OperationTimes since =
        times(9, new Bucket(0.01, 3), new Bucket(1, 5)).since(times(4, new Bucket(0.01, 3)));

    assertThat(since).isEqualTo(times(5, new Bucket(1, 5)));
  }

  @Test
  void aTimerIsReadWithItsBuckets() {
    Timer timer =
        Timer.builder("tradewind.requests")
            .serviceLevelObjectives(Duration.ofMillis(10), Duration.ofMillis(100))
            .register(new PrometheusMeterRegistry(PrometheusConfig.DEFAULT));
    timer.record(Duration.ofMillis(5));
    timer.record(Duration.ofMillis(6));
    timer.record(Duration.ofMillis(50));
    timer.record(Duration.ofSeconds(2));

    OperationTimes failed = OperationTimes.of(timer, "storeGetCart", 503);

    assertThat(failed)
        .isEqualTo(
            new OperationTimes(
                "storeGetCart", 4, 4, 2, List.of(new Bucket(0.01, 2), new Bucket(0.1, 1))));
    assertThat(OperationTimes.of(timer, "storeGetCart", 404).failed()).isZero();
  }
}
