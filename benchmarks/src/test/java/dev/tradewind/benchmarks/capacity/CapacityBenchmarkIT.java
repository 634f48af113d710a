package dev.tradewind.benchmarks.capacity;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.benchmarks.Benchmark;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

@EnabledIfSystemProperty(named = "tradewind.all", matches = "true")
class CapacityBenchmarkIT {

  @Test
  void aShortRunMeasuresAndPredictsEveryPath() {
    assertThat(Benchmark.execute("capacity", "--smoke")).isZero();
  }
}
