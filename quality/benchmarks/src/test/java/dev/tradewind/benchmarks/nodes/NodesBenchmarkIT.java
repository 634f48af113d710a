package dev.tradewind.benchmarks.nodes;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.benchmarks.Benchmark;
import dev.tradewind.benchmarks.load.SystemCommand;
import dev.tradewind.testing.LongForm;
import java.nio.channels.FileChannel;
import java.nio.file.StandardOpenOption;
import org.junit.jupiter.api.Test;

@LongForm
class NodesBenchmarkIT {

  @Test
  void aShortRunMeasuresTwoNodesAndLeavesNothing() throws Exception {
    int code = Benchmark.execute("nodes", "--smoke", "--nodes", "1,2");

    // 2: refused, where namespaces and quotas need another user.
    assertThat(code).isEqualTo(LimitedCluster.isPossible() ? 0 : 2);
    if (code == 0) {
      try (FileChannel channel = FileChannel.open(BridgedNetwork.LOCK, StandardOpenOption.WRITE)) {
        channel.lock(); // No other run has a network now.
        assertThat(SystemCommand.run("ip", "netns", "list")).doesNotContain("tradewind-benchmark-");
        assertThat(SystemCommand.run("ip", "-o", "link")).doesNotContain("twbench");
      }
    }
  }
}
