package dev.tradewind.benchmarks.hooks;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.benchmarks.Benchmark;
import dev.tradewind.testing.LongForm;
import org.junit.jupiter.api.Test;

@LongForm
class HooksBenchmarkIT {

  @Test
  void aShortRunAddsLinesWithAndWithoutHooks() {
    assertThat(Benchmark.execute("hooks", "--smoke")).isZero();
  }
}
