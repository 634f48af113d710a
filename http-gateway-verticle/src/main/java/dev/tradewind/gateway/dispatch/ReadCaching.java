package dev.tradewind.gateway.dispatch;

import dev.tradewind.gateway.contract.AccessPolicy;
import dev.tradewind.gateway.contract.ApiSurface;
import dev.tradewind.gateway.contract.Operation;
import dev.tradewind.gateway.http.ReadResponse;
import dev.tradewind.kernel.operation.Principal;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.json.JsonObject;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Rules for the responses of a read: which caches may keep it, by which request headers it varies
 * (RFC 9111), and whether compression could reveal a secret.
 */
final class ReadCaching {

  /** Browsers ask again each time; shared caches may answer a rush out of one response. */
  private static final String PUBLIC = "public, max-age=0, s-maxage=1, must-revalidate";

  private static final String ACCESS_TOKEN = "x-medusa-access-token";

  /** The cart decides about prices and changes with every request of its shopper. */
  private static final String CART = "cart_id";

  private final Operation operation;
  private final String varying;

  ReadCaching(Operation operation) {
    this.operation = operation;
    this.varying = String.join(", ", varying(operation));
  }

  private static List<String> varying(Operation operation) {
    List<String> names = new ArrayList<>();
    if (operation.access() != AccessPolicy.NONE) {
      names.add("Cookie");
      names.add("Authorization");
    }
    if (operation.surface() == ApiSurface.ADMIN) {
      names.add(ACCESS_TOKEN);
    }
    names.addAll(operation.headers());
    if (operation.isCatalogRead()) {
      names.add("Accept-Encoding");
      names.add(ReadResponse.NO_COMPRESSION);
    }
    return names;
  }

  /**
   * @param outer what responses vary by already
   * @param query validated parameters
   */
  Map<String, String> headers(@Nullable String outer, Principal caller, JsonObject query) {
    Map<String, String> headers = new LinkedHashMap<>();
    String all = outer == null || varying.isEmpty() ? varying : outer + ", " + varying;
    if (!all.isEmpty()) {
      headers.put(HttpHeaders.VARY.toString(), all);
    }
    if (isPublic(caller, query)) {
      headers.put(HttpHeaders.CACHE_CONTROL.toString(), PUBLIC);
    }
    return headers;
  }

  private boolean isPublic(Principal caller, JsonObject query) {
    return operation.isPublicCatalog()
        && caller.kind() == Principal.Kind.NOBODY
        && !query.containsKey(CART);
  }

  /**
   * All of a request that decides about its response, if that is public; absent otherwise, so that
   * the gateway keeps nothing of a shopper.
   */
  @Nullable String publicRequest(HttpServerRequest request, Principal caller, JsonObject query) {
    if (!isPublic(caller, query)) {
      return null;
    }
    StringBuilder all = new StringBuilder(request.uri());
    for (String name : operation.headers()) {
      all.append('\n').append(request.getHeader(name));
    }
    return all.toString();
  }

  /**
   * Whether the size of the compressed response reveals nothing: the catalog has no secrets and no
   * input of shoppers. A response with both could be guessed by its size (BREACH), so carts, orders
   * and customers are never compressed, nor are catalog resources with relations to them.
   */
  boolean mayCompress(JsonObject query) {
    String permission = operation.permission();
    return operation.isCatalogRead()
        && (permission == null || RelationPermissions.of(permission, query).isEmpty());
  }
}
