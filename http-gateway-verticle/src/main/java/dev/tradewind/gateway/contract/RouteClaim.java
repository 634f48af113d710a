package dev.tradewind.gateway.contract;

import io.vertx.core.http.HttpMethod;
import java.util.List;
import java.util.Set;

/**
 * Claim of a route beside the contract to requests.
 *
 * @param place of the route, for messages to its author
 * @param methods GET includes HEAD
 * @param replaces ids of the operations of the contract whose requests it takes
 * @param value what answers the requests
 */
public record RouteClaim<T>(
    String place, List<HttpMethod> methods, PathTemplate path, Set<String> replaces, T value) {

  public RouteClaim {
    methods = List.copyOf(methods);
    replaces = Set.copyOf(replaces);
  }
}
