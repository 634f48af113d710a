package dev.tradewind.acceptance.exchange;

import dev.tradewind.gateway.contract.Contract;
import dev.tradewind.gateway.contract.Operation;
import java.util.List;
import java.util.regex.Pattern;

/** Operations of the contract, found by the requests that they answer. */
final class BuiltOperations {

  private final List<Route> routes;

  private record Route(String method, Pattern path) {

    static Route of(Operation operation) {
      return new Route(
          operation.method().name(),
          Pattern.compile(operation.path().replaceAll("\\{[^}]+}", "[^/]+")));
    }
  }

  BuiltOperations() {
    routes = Contract.load().operations().stream().map(Route::of).toList();
  }

  boolean contains(String method, String pathAndQuery) {
    String path = pathAndQuery.replaceFirst("\\?.*", "");
    return routes.stream()
        .anyMatch(route -> route.method.equals(method) && route.path.matcher(path).matches());
  }
}
