package dev.tradewind.gateway.contract;

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
 * Tree of paths with parameters; a literal segment precedes a parameter, and both precede the paths
 * below a path.
 */
public final class PathTree<T> {

  /** Element whose path it is. */
  public record Match<T>(T value, Map<String, String> parameters) {}

  private record Entry<T>(PathTemplate template, T value) {}

  private static final class Node<T> {

    private final Map<String, Node<T>> literals = new HashMap<>();
    private @Nullable Node<T> parameter;
    private @Nullable Entry<T> entry;
    private @Nullable Entry<T> rest;
  }

  private final Node<T> root = new Node<>();

  /** All operations with one method. */
  public static PathTree<Operation> of(List<Operation> operations, HttpMethod method) {
    PathTree<Operation> tree = new PathTree<>();
    operations.stream()
        .filter(operation -> operation.method().equals(method))
        .forEach(operation -> tree.put(PathTemplate.of(operation), operation));
    return tree;
  }

  /** Adds an element, in place of one whose path is the same but for the names of parameters. */
  public void put(PathTemplate path, T value) {
    Node<T> node = root;
    for (String segment : path.segments()) {
      if (PathTemplate.isParameter(segment)) {
        Node<T> next = node.parameter == null ? new Node<>() : node.parameter;
        node.parameter = next;
        node = next;
      } else {
        node = node.literals.computeIfAbsent(segment, name -> new Node<>());
      }
    }
    Entry<T> entry = new Entry<>(path, value);
    if (path.hasRest()) {
      node.rest = entry;
    } else {
      node.entry = entry;
    }
  }

  /**
   * @param path of a request, percent-encoded; slashes at the end do not count
   */
  public @Nullable Match<T> find(@Nullable String path) {
    int end = path == null ? 0 : path.length();
    while (path != null && end > 0 && path.charAt(end - 1) == '/') {
      end--;
    }
    if (path == null || end == 0 || path.charAt(0) != '/') {
      return null;
    }
    String[] segments = path.substring(1, end).split("/", -1);
    List<String> values = new ArrayList<>();
    Entry<T> found = find(root, segments, 0, values);
    if (found == null) {
      return null;
    }
    Map<String, String> parameters = new LinkedHashMap<>();
    int next = 0;
    for (String name : found.template().segments()) {
      if (PathTemplate.isParameter(name)) {
        parameters.put(name.substring(1, name.length() - 1), values.get(next++));
      }
    }
    return new Match<>(found.value(), parameters);
  }

  private static <T> @Nullable Entry<T> find(
      Node<T> node, String[] segments, int at, List<String> values) {
    if (at == segments.length) {
      return node.entry == null ? node.rest : node.entry;
    }
    Node<T> literal = node.literals.get(segments[at]);
    Entry<T> found = literal == null ? null : find(literal, segments, at + 1, values);
    if (found == null && node.parameter != null && !segments[at].isEmpty()) {
      String value = decoded(segments[at]);
      if (value == null) {
        return null;
      }
      values.add(value);
      found = find(node.parameter, segments, at + 1, values);
      if (found == null) {
        values.removeLast();
      }
    }
    return found == null ? node.rest : found;
  }

  private static @Nullable String decoded(String segment) {
    try {
      return URLDecoder.decode(segment.replace("+", "%2B"), StandardCharsets.UTF_8);
    } catch (IllegalArgumentException malformed) {
      return null;
    }
  }
}
