package dev.tradewind.acceptance.fuzz;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** What was answered, and each kind of finding with its first request. */
final class FuzzReport {

  private final Map<String, Map<Integer, Integer>> statuses = new TreeMap<>();
  private final Map<String, String> findings = new LinkedHashMap<>();
  private final Map<String, Integer> occurrences = new LinkedHashMap<>();
  private long slowest;

  synchronized void add(FuzzRequest request, FuzzAnswer answer, List<String> complaints) {
    statuses
        .computeIfAbsent(request.operation().id(), absent -> new TreeMap<>())
        .merge(answer.status(), 1, Integer::sum);
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

  /** Operations of which nothing ever came back but refusals. */
  synchronized List<String> neverAccepted() {
    return statuses.entrySet().stream()
        .filter(entry -> entry.getValue().keySet().stream().noneMatch(status -> status < 300))
        .map(Map.Entry::getKey)
        .toList();
  }

  synchronized String summary() {
    Map<Integer, Integer> all = new TreeMap<>();
    statuses.values().forEach(some -> some.forEach((status, n) -> all.merge(status, n, Integer::sum)));
    String refused =
        neverAccepted().stream()
            .map(id -> id + " " + statuses.get(id))
            .collect(Collectors.joining(", "));
    return "answers " + all + ", slowest " + slowest + " ms, never accepted: " + refused;
  }
}
