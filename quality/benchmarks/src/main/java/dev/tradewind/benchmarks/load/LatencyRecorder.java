package dev.tradewind.benchmarks.load;

import dev.tradewind.benchmarks.report.Figure;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Recorder of turns and their latencies; belongs to one event loop. */
final class LatencyRecorder {

  private long[] nanoseconds = new long[1 << 16];
  private int count;
  private int failures;
  private @Nullable String firstFailure;

  void add(long turn) {
    if (count == nanoseconds.length) {
      nanoseconds = Arrays.copyOf(nanoseconds, count * 2);
    }
    nanoseconds[count++] = turn;
  }

  void fail(String how) {
    failures++;
    if (firstFailure == null) {
      firstFailure = how;
    }
  }

  void addAll(LatencyRecorder other) {
    for (int i = 0; i < other.count; i++) {
      add(other.nanoseconds[i]);
    }
    failures += other.failures;
    if (firstFailure == null) {
      firstFailure = other.firstFailure;
    }
  }

  Figure figure(double seconds) {
    Arrays.sort(nanoseconds, 0, count);
    return new Figure(
        count / seconds, mean(), milliseconds(0.5), milliseconds(0.99), failures, firstFailure);
  }

  private double mean() {
    return Arrays.stream(nanoseconds, 0, count).average().orElse(0) / 1e6;
  }

  private double milliseconds(double share) {
    return count == 0 ? 0 : nanoseconds[(int) Math.min(count - 1, (long) (count * share))] / 1e6;
  }
}
