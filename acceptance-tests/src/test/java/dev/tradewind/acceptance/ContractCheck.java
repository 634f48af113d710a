package dev.tradewind.acceptance;

import dev.tradewind.gateway.contract.Contract;
import dev.tradewind.gateway.contract.Operation;
import dev.tradewind.gateway.contract.ResponseValidator;
import java.util.Comparator;
import java.util.List;
import java.util.regex.Pattern;

/** Validator of responses against the OpenAPI contract. */
final class ContractCheck {

  private final List<Route> routes;
  private final ResponseValidator validator;

  private record Route(String method, Pattern path, String operationId) {

    static Route of(Operation operation) {
      String pattern = operation.path().replaceAll("\\{[^}]+}", "[^/]+") + "/?";
      return new Route(operation.method().name(), Pattern.compile(pattern), operation.id());
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
    String path = pathAndQuery.replaceFirst("\\?.*", "");
    return routes.stream()
        .filter(route -> route.method.equals(method) && route.path.matcher(path).matches())
        .findFirst()
        .map(route -> validator.validate(route.operationId, status, body))
        .orElse(List.of());
  }
}
