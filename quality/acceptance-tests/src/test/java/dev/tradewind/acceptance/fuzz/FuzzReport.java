package dev.tradewind.acceptance.fuzz;

import dev.tradewind.gateway.contract.Operation;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Response statistics, and each kind of finding with its first request. */
final class FuzzReport {

  private final Map<String, Map<Integer, Integer>> statuses = new TreeMap<>();
  private final Map<String, String> findings = new LinkedHashMap<>();
  private final Map<String, Integer> occurrences = new LinkedHashMap<>();
  private final Map<String, String> refusals = new HashMap<>();
  private long slowest;

  synchronized void add(FuzzRequest request, FuzzAnswer answer, List<String> complaints) {
    statuses
        .computeIfAbsent(request.operation().id(), absent -> new TreeMap<>())
        .merge(answer.status(), 1, Integer::sum);
    if (request.flaws().isEmpty() && answer.status() >= 400) {
      refusals.put(request.operation().id(), request + " " + answer.body());
    }
    slowest = Math.max(slowest, answer.millis());
    if (!complaints.isEmpty()) {
      find(request, complaints.toString(), answer.body());
    }
  }

  synchronized void lost(FuzzRequest request, Throwable failure, @Nullable FuzzRequest before) {
    find(request, "no answer: " + failure, "the connection was used before by " + before);
  }

  private void find(FuzzRequest request, String complaint, String body) {
    String kind = request.operation().id() + " " + complaint.replaceAll("\\d{3,}", "n");
    String shortBody = body.length() <= 900 ? body : body.substring(0, 900) + "…";
    findings.putIfAbsent(kind, complaint + "\n    " + request + "\n    " + shortBody);
    occurrences.merge(kind, 1, Integer::sum);
  }

  synchronized List<String> findings() {
    return findings.entrySet().stream()
        .map(found ->
            "%s, %d times: %s"
                .formatted(
                    found.getKey().replaceFirst(" .*", ""),
                    occurrences.get(found.getKey()),
                    found.getValue()))
        .toList();
  }

  synchronized boolean hasAccepted(Operation operation) {
    return statuses.getOrDefault(operation.id(), Map.of()).keySet().stream()
        .anyMatch(status -> status < 300);
  }

  /** Response statuses of that operation, and its last refusal. */
  synchronized String refusal(Operation operation) {
    String id = operation.id();
    return "%s %s: %s"
        .formatted(id, statuses.getOrDefault(id, Map.of()), refusals.getOrDefault(id, "not asked"));
  }

  synchronized String summary() {
    Map<Integer, Integer> all = new TreeMap<>();
    statuses
        .values()
        .forEach(some -> some.forEach((status, n) -> all.merge(status, n, Integer::sum)));
    return "answers " + all + ", slowest " + slowest + " ms";
  }
}
