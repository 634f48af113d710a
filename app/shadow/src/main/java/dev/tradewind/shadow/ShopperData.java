package dev.tradewind.shadow;

import dev.tradewind.gateway.contract.ApiSurface;
import dev.tradewind.gateway.contract.Operation;
import io.vertx.core.http.HttpServerRequest;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Resources that shoppers write, such as carts, as the contract names them. While the v1 server
 * takes the writes, one that was just written is not here before the next round of the following:
 * reads that name it are asked there.
 */
public final class ShopperData {

  private static final String CATALOG = "catalog";

  private final Set<String> parameters;

  public ShopperData(List<Operation> operations) {
    this.parameters =
        operations.stream()
            .filter(operation -> operation.surface() == ApiSurface.STORE && operation.isWrite())
            .filter(operation -> !operation.verticle().equals(CATALOG))
            .flatMap(operation -> Arrays.stream(operation.path().split("/", -1)))
            .filter(segment -> segment.endsWith("s"))
            .map(segment -> segment.substring(0, segment.length() - 1).replace('-', '_') + "_id")
            .collect(Collectors.toUnmodifiableSet());
  }

  /** Whether a read shows a resource that shoppers write; the catalog is none. */
  public static boolean isShownBy(Operation read) {
    return !read.isPublicCatalog();
  }

  /** Whether a request of the public catalog names such a resource in its path or query. */
  boolean isNamedBy(HttpServerRequest request, Set<String> pathParameters) {
    Stream<String> query =
        request.query() == null ? Stream.empty() : request.params().names().stream();
    return Stream.concat(pathParameters.stream(), query).anyMatch(this::names);
  }

  /**
   * @param parameter name in a path or query, also of one element of an array
   */
  boolean names(String parameter) {
    int bracket = parameter.indexOf('[');
    return parameters.contains(bracket < 0 ? parameter : parameter.substring(0, bracket));
  }
}
