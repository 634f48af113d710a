package dev.tradewind.gateway.forward;

import dev.tradewind.gateway.contract.Operation;
import dev.tradewind.gateway.contract.RouteTable;
import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.function.UnaryOperator;

/** Routes of the operator's file, which the shop's own services answer. */
public final class ForwardedRoutes {

  private final List<ForwardedRoute> routes;

  private ForwardedRoutes(List<ForwardedRoute> routes) {
    this.routes = routes;
  }

  /**
   * Parses the content of the file.
   *
   * @param files reads the file of a secret
   * @throws IllegalArgumentException with a sentence for the operator, which contains no secret
   */
  public static ForwardedRoutes parse(JsonObject file, UnaryOperator<String> files) {
    return new ForwardedRoutes(RoutesFile.parse(file, files));
  }

  /**
   * Compares the routes with the operations of the contract.
   *
   * @throws IllegalArgumentException with a sentence for the operator, if a route would take
   *     requests of an operation that it does not name
   */
  public void requireBeside(List<Operation> operations) {
    table(operations);
  }

  RouteTable<ForwardedRoute> table(List<Operation> operations) {
    return new RouteTable<>(
        operations, routes.stream().map(ForwardedRoute::claim).toList(), "\"replaces\"");
  }

  List<ForwardedRoute> all() {
    return routes;
  }
}
