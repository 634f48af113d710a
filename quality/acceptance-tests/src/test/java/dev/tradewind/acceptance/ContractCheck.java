package dev.tradewind.acceptance;

import dev.tradewind.gateway.contract.Contract;
import dev.tradewind.gateway.contract.Operation;
import dev.tradewind.gateway.contract.ResponseValidator;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/** Validator of responses against the OpenAPI contract. */
final class ContractCheck {

  private final List<Route> routes;
  private final ResponseValidator validator;

  private record Route(Operation operation, Pattern path) {

    static Route of(Operation operation) {
      String pattern = operation.path().replaceAll("\\{[^}]+}", "[^/]+") + "/?";
      return new Route(operation, Pattern.compile(pattern));
    }

    boolean matches(String method, String requested) {
      return operation.method().name().equals(method) && path.matcher(requested).matches();
    }
  }

  ContractCheck() {
    Contract contract = Contract.load();
    // Paths with fewer parameters first: a literal segment precedes a parameter.
    routes =
        contract.operations().stream()
            .sorted(Comparator.comparing(operation -> operation.path().split("\\{", -1).length))
            .map(Route::of)
            .toList();
    validator = new ResponseValidator(contract);
  }

  /** Violations of the contract in a response; empty if the path belongs to no operation. */
  List<String> problems(String method, String pathAndQuery, int status, String body) {
    return operation(method, pathAndQuery)
        .map(operation -> validator.validate(operation.id(), status, body))
        .orElse(List.of());
  }

  Optional<Operation> operation(String method, String pathAndQuery) {
    String path = pathAndQuery.replaceFirst("\\?.*", "");
    return routes.stream()
        .filter(route -> route.matches(method, path))
        .map(Route::operation)
        .findFirst();
  }
}
