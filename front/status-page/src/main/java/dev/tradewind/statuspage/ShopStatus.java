package dev.tradewind.statuspage;

import dev.tradewind.kernel.json.RecordCodec;
import dev.tradewind.statuspage.Finding.Level;
import java.lang.invoke.MethodHandles;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.BinaryOperator;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * Status of the whole shop at a time: its nodes, and what they report together.
 *
 * @param level of the worst finding
 */
record ShopStatus(Instant at, Level level, List<Finding> findings, Merged shop) {

  static final RecordCodec<ShopStatus> CODEC =
      RecordCodec.ofMessage(MethodHandles.lookup(), ShopStatus.class, NodeReport.DECIMAL);

  static ShopStatus of(List<MemberStatus> nodes, Instant now) {
    Merged merged = Merged.of(nodes);
    List<Finding> findings = Findings.of(merged, now);
    return new ShopStatus(
        now, findings.isEmpty() ? Level.WELL : findings.getFirst().level(), findings, merged);
  }

  /**
   * Reports of all nodes, and their sums.
   *
   * @param facts the same on all nodes; the largest value, because nodes read them at different
   *     times
   * @param tasks runs on all nodes
   * @param operations requests to all nodes
   */
  record Merged(
      List<MemberStatus> nodes,
      List<Fact> facts,
      List<TaskRuns> tasks,
      List<OperationTimes> operations) {

    static Merged of(List<MemberStatus> nodes) {
      return new Merged(
          nodes,
          merged(
              nodes,
              NodeReport::facts,
              Fact::key,
              (one, other) -> one.value() >= other.value() ? one : other),
          merged(nodes, NodeReport::tasks, TaskRuns::key, TaskRuns::plus),
          merged(nodes, NodeReport::operations, OperationTimes::operation, OperationTimes::plus));
    }

    private static <T> List<T> merged(
        List<MemberStatus> nodes,
        Function<NodeReport, Collection<T>> part,
        Function<T, String> key,
        BinaryOperator<T> sum) {
      Map<String, T> merged = new TreeMap<>();
      reports(nodes)
          .flatMap(report -> part.apply(report).stream())
          .forEach(each -> merged.merge(key.apply(each), each, sum));
      return List.copyOf(merged.values());
    }

    private static Stream<NodeReport> reports(List<MemberStatus> nodes) {
      return nodes.stream().map(MemberStatus::report).filter(Objects::nonNull);
    }

    Stream<NodeReport> reports() {
      return reports(nodes);
    }

    List<Fact> facts(String name) {
      return facts.stream().filter(fact -> fact.name().equals(name)).toList();
    }

    List<Fact> facts(String name, String verticle) {
      return facts(name).stream().filter(fact -> fact.verticle().equals(verticle)).toList();
    }

    /** Value of a gauge of one verticle; 0 where it is absent. */
    long count(String name, String label) {
      return facts(name).stream()
          .filter(fact -> label.equals(fact.label()))
          .mapToLong(fact -> Math.round(fact.value()))
          .sum();
    }

    long requests() {
      return operations.stream().mapToLong(OperationTimes::count).sum();
    }

    /** Requests that were answered with a 5xx. */
    long failedRequests() {
      return operations.stream().mapToLong(OperationTimes::failed).sum();
    }
  }
}
