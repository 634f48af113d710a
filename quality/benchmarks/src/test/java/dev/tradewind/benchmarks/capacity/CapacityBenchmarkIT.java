package dev.tradewind.benchmarks.capacity;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.benchmarks.Benchmark;
import dev.tradewind.testing.LongForm;
import org.junit.jupiter.api.Test;

@LongForm
class CapacityBenchmarkIT {

  @Test
  void aShortRunMeasuresAndPredictsEveryPath() {
    assertThat(Benchmark.execute("capacity", "--smoke")).isZero();
  }
}
