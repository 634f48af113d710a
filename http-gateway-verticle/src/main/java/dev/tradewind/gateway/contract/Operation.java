package dev.tradewind.gateway.contract;

import dev.tradewind.kernel.idempotency.IdempotencyKey;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.json.JsonObject;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One operation of the contract, with the schemas of its input free of references.
 *
 * @param verticle who answers it; also the bus address
 * @param surface whose credentials count
 * @param role the role that a user must have where roles are enforced; absent where any will do
 * @param managesSession whether it creates or ends a session and so gets to see it
 * @param path as the contract writes it, with {@code {parameters}}
 * @param retryable whether asking a second member is harmless
 * @param headers lower-case names of the request headers that it declares
 * @param query one object of all query parameters; absent where the query is ignored
 * @param body absent where a body is ignored
 * @param upload whether its body is files, and of which kind
 * @param makesLinks whether its answer leads back here, so that it has to know where that is
 */
public record Operation(
    String id,
    String verticle,
    HttpMethod method,
    String path,
    ApiSurface surface,
    AccessPolicy access,
    @Nullable String role,
    boolean managesSession,
    boolean retryable,
    List<String> headers,
    JsonObject pathParameters,
    @Nullable JsonObject query,
    @Nullable JsonObject body,
    Upload upload,
    boolean makesLinks) {

  /** Whether calling it may change something. */
  public boolean isWrite() {
    return !method.equals(HttpMethod.GET);
  }

  /** Whether a user of that role may call it where roles are enforced. */
  public boolean isOpenTo(@Nullable String userRole) {
    return role == null || role.equals(userRole);
  }

  public boolean isIdempotent() {
    return headers.contains(IdempotencyKey.HEADER);
  }
}
