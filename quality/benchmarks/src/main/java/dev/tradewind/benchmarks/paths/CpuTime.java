package dev.tradewind.benchmarks.paths;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.util.Collection;
import java.util.List;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.infra.IterationParams;
import org.openjdk.jmh.profile.InternalProfiler;
import org.openjdk.jmh.results.AggregationPolicy;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.ScalarResult;

/**
 * CPU time of an operation, collection and compilation of the JVM included: unlike wall time it is
 * meaningful on a machine with other load.
 */
public final class CpuTime implements InternalProfiler {

  private final OperatingSystemMXBean system =
      ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
  private long before;

  @Override
  public void beforeIteration(BenchmarkParams benchmark, IterationParams iteration) {
    before = system.getProcessCpuTime();
  }

  @Override
  public Collection<ScalarResult> afterIteration(
      BenchmarkParams benchmark, IterationParams iteration, IterationResult result) {
    double micros = (system.getProcessCpuTime() - before) / 1e3;
    long operations = Math.max(result.getMetadata().getAllOps(), 1);
    return List.of(new ScalarResult("cpu", micros / operations, "us/op", AggregationPolicy.AVG));
  }

  @Override
  public String getDescription() {
    return "Processor time per operation";
  }
}
