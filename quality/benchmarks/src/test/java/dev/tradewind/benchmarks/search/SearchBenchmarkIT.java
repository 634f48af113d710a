package dev.tradewind.benchmarks.search;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.benchmarks.Benchmark;
import dev.tradewind.testing.LongForm;
import org.junit.jupiter.api.Test;

@LongForm
class SearchBenchmarkIT {

  @Test
  void aShortRunFindsEachChangeInTheNextAnswer() {
    assertThat(Benchmark.execute("search", "--smoke")).isZero();
  }
}
