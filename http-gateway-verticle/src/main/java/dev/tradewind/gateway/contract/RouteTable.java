package dev.tradewind.gateway.contract;

import io.vertx.core.http.HttpMethod;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Routes that others answer, beside the operations of the contract, by method and path. An
 * operation keeps all of its requests except those of a route that names it; of two routes the more
 * specific path precedes the other.
 */
public final class RouteTable<T> {

  private final Map<HttpMethod, PathTree<RouteClaim<T>>> routes = new HashMap<>();
  private final Map<HttpMethod, PathTree<Operation>> operations = new HashMap<>();
  private final String replacing;

  /**
   * @param replacing how an author names a replaced operation, for messages
   * @throws IllegalArgumentException with a sentence for the author, if all requests of a route are
   *     those of an operation that it does not name
   */
  public RouteTable(List<Operation> operations, List<RouteClaim<T>> claims, String replacing) {
    this.replacing = replacing;
    requireDistinct(claims);
    for (RouteClaim<T> claim : claims) {
      requireOwnRequests(claim, operations);
      for (HttpMethod method : claim.methods()) {
        routes.computeIfAbsent(method, absent -> new PathTree<>()).put(claim.path(), claim);
        this.operations.computeIfAbsent(method, absent -> PathTree.of(operations, method));
      }
    }
  }

  private static <T> void requireDistinct(List<RouteClaim<T>> claims) {
    for (int i = 0; i < claims.size(); i++) {
      RouteClaim<T> one = claims.get(i);
      for (RouteClaim<T> other : claims.subList(0, i)) {
        boolean isSame = one.path().covers(other.path()) && other.path().covers(one.path());
        if (isSame && one.methods().stream().anyMatch(other.methods()::contains)) {
          throw new IllegalArgumentException(
              "%s answers the same requests as %s.".formatted(one.place(), other.place()));
        }
      }
    }
  }

  private void requireOwnRequests(RouteClaim<T> claim, List<Operation> all) {
    Set<String> unmet = new HashSet<>(claim.replaces());
    for (Operation operation : all) {
      PathTemplate path = PathTemplate.of(operation);
      if (claim.methods().contains(operation.method()) && claim.path().overlaps(path)) {
        boolean isNamed = unmet.remove(operation.id());
        if (!isNamed && path.covers(claim.path())) {
          throw new IllegalArgumentException(conflict(claim, operation));
        }
      }
    }
    unmet.stream()
        .findFirst()
        .ifPresent(id -> {
          throw new IllegalArgumentException(
              "%s: %s names %s, which is no operation with a method and a path of this route."
                  .formatted(claim.place(), replacing, id));
        });
  }

  private String conflict(RouteClaim<T> claim, Operation operation) {
    return ("%s: %s %s would answer requests of the operation %s (%s %s). Name the operation in %s"
            + " if the route is to answer them; else choose another path.")
        .formatted(
            claim.place(),
            operation.method(),
            claim.path().text(),
            operation.id(),
            operation.method(),
            operation.path(),
            replacing);
  }

  /** The route of a request; null if it is none of a route. */
  public PathTree.@Nullable Match<T> find(HttpMethod method, @Nullable String path) {
    HttpMethod listed = method.equals(HttpMethod.HEAD) ? HttpMethod.GET : method;
    PathTree<RouteClaim<T>> tree = routes.get(listed);
    PathTree.Match<RouteClaim<T>> found = tree == null ? null : tree.find(path);
    if (found == null) {
      return null;
    }
    PathTree<Operation> ofContract = operations.get(listed);
    PathTree.Match<Operation> operation = ofContract == null ? null : ofContract.find(path);
    if (operation != null && !found.value().replaces().contains(operation.value().id())) {
      return null;
    }
    return new PathTree.Match<>(found.value().value(), found.parameters());
  }

  /** A route of the path with any method, for preflights. */
  public @Nullable T findAny(@Nullable String path) {
    for (HttpMethod method : routes.keySet()) {
      PathTree.Match<T> found = find(method, path);
      if (found != null) {
        return found.value();
      }
    }
    return null;
  }
}
