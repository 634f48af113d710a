package dev.tradewind.shadow;

import dev.tradewind.gateway.contract.Operation;
import io.vertx.core.http.HttpMethod;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Tree of the paths of all operations of the contract with one method; a literal segment precedes a
 * parameter.
 */
final class OperationPaths {

  /** Operation that a path names. */
  record Match(Operation operation, Map<String, String> parameters) {}

  private static final class Node {

    private final Map<String, Node> literals = new HashMap<>();
    private @Nullable Node parameter;
    private @Nullable Operation operation;
  }

  private final Node root = new Node();

  OperationPaths(List<Operation> operations, HttpMethod method) {
    operations.stream().filter(operation -> operation.method().equals(method)).forEach(this::add);
  }

  private void add(Operation operation) {
    Node node = root;
    for (String segment : operation.path().substring(1).split("/", -1)) {
      if (segment.startsWith("{")) {
        Node next = node.parameter == null ? new Node() : node.parameter;
        node.parameter = next;
        node = next;
      } else {
        node = node.literals.computeIfAbsent(segment, name -> new Node());
      }
    }
    node.operation = operation;
  }

  /**
   * @param path of a request, percent-encoded; slashes at the end do not count
   */
  @Nullable Match find(@Nullable String path) {
    int end = path == null ? 0 : path.length();
    while (path != null && end > 0 && path.charAt(end - 1) == '/') {
      end--;
    }
    if (path == null || end == 0 || path.charAt(0) != '/') {
      return null;
    }
    String[] segments = path.substring(1, end).split("/", -1);
    List<String> values = new ArrayList<>();
    Operation operation = find(root, segments, 0, values);
    if (operation == null) {
      return null;
    }
    Map<String, String> parameters = new LinkedHashMap<>();
    String[] names = operation.path().substring(1).split("/", -1);
    int next = 0;
    for (String name : names) {
      if (name.startsWith("{")) {
        parameters.put(name.substring(1, name.length() - 1), values.get(next++));
      }
    }
    return new Match(operation, parameters);
  }

  private static @Nullable Operation find(
      Node node, String[] segments, int at, List<String> values) {
    if (at == segments.length) {
      return node.operation;
    }
    Node literal = node.literals.get(segments[at]);
    Operation found = literal == null ? null : find(literal, segments, at + 1, values);
    if (found != null || node.parameter == null || segments[at].isEmpty()) {
      return found;
    }
    String value = decoded(segments[at]);
    if (value == null) {
      return null;
    }
    values.add(value);
    found = find(node.parameter, segments, at + 1, values);
    if (found == null) {
      values.removeLast();
    }
    return found;
  }

  private static @Nullable String decoded(String segment) {
    try {
      return URLDecoder.decode(segment.replace("+", "%2B"), StandardCharsets.UTF_8);
    } catch (IllegalArgumentException malformed) {
      return null;
    }
  }
}
