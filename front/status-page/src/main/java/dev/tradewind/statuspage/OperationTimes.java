package dev.tradewind.statuspage;

import io.micrometer.core.instrument.Timer;
import io.micrometer.core.instrument.distribution.CountAtBucket;
import io.micrometer.core.instrument.distribution.HistogramSnapshot;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.function.LongBinaryOperator;

/**
 * Durations of the requests of one operation.
 *
 * @param operation id in the contract
 * @param failed requests that were answered with a 5xx
 * @param longest seconds of the longest request of the last two minutes
 * @param buckets numbers of requests by duration, ascending, without empty ones; requests that took
 *     longer than the longest bucket are in none
 */
record OperationTimes(
    String operation, long count, long failed, double longest, List<Bucket> buckets) {

  /**
   * Requests of a range of durations.
   *
   * @param upTo longest duration of the range, in seconds
   */
  record Bucket(double upTo, long count) {}

  /** The timer of one operation and status since the start of the node. */
  static OperationTimes of(Timer timer, String operation, int status) {
    HistogramSnapshot measured = timer.takeSnapshot();
    List<Bucket> buckets = new ArrayList<>();
    double before = 0;
    for (CountAtBucket each : measured.histogramCounts()) {
      double upTo = each.bucket(TimeUnit.NANOSECONDS) / 1e9;
      if (each.count() > before && Double.isFinite(upTo)) {
        buckets.add(new Bucket(upTo, (long) (each.count() - before)));
      }
      before = each.count();
    }
    return new OperationTimes(
        operation,
        measured.count(),
        status >= 500 ? measured.count() : 0,
        measured.max(TimeUnit.SECONDS),
        List.copyOf(buckets));
  }

  /** With the requests of another status or node. */
  OperationTimes plus(OperationTimes other) {
    return new OperationTimes(
        operation,
        count + other.count,
        failed + other.failed,
        Math.max(longest, other.longest),
        combined(other, Long::sum));
  }

  /** Without the requests of an earlier measurement. */
  OperationTimes since(OperationTimes earlier) {
    return new OperationTimes(
        operation,
        count - earlier.count,
        failed - earlier.failed,
        longest,
        combined(earlier, (here, before) -> here - before));
  }

  private List<Bucket> combined(OperationTimes other, LongBinaryOperator operator) {
    SortedMap<Double, Long> counts = new TreeMap<>();
    buckets.forEach(bucket -> counts.put(bucket.upTo, bucket.count));
    other.buckets.forEach(bucket ->
        counts.put(
            bucket.upTo, operator.applyAsLong(counts.getOrDefault(bucket.upTo, 0L), bucket.count)));
    return counts.entrySet().stream()
        .filter(entry -> entry.getValue() > 0)
        .map((Map.Entry<Double, Long> entry) -> new Bucket(entry.getKey(), entry.getValue()))
        .toList();
  }

  /**
   * Seconds within which that part of the requests was answered, rounded up to a bucket; infinite
   * beyond the buckets.
   *
   * @param part from 0 to 1
   */
  double percentile(double part) {
    double rank = Math.ceil(part * count);
    long counted = 0;
    for (Bucket bucket : buckets) {
      counted += bucket.count;
      if (counted >= rank) {
        return bucket.upTo;
      }
    }
    return Double.POSITIVE_INFINITY;
  }
}
