package dev.tradewind.benchmarks.nodes;

import dev.tradewind.benchmarks.paths.BenchmarkNode;
import java.io.IOException;

/** Node with a control group of its own, which is removed after it. */
record LimitedNode(BenchmarkNode node, ControlGroup group) implements AutoCloseable {

  @Override
  public void close() throws IOException {
    try (group) {
      // A graceful shutdown takes processor time.
      group.removeQuota();
      node.close();
    }
  }
}
