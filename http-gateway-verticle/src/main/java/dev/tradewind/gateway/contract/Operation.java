package dev.tradewind.gateway.contract;

import dev.tradewind.kernel.idempotency.IdempotencyKey;
import io.soabase.recordbuilder.core.RecordBuilder;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.json.JsonObject;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Operation of the contract, with the schemas of its input free of references.
 *
 * @param aliasOf operation that it is the same as, at another path
 * @param verticle the owning verticle; also the bus address
 * @param surface whose credentials apply
 * @param permission of users where roles are enforced; absent if the operation is not for users
 * @param shownPermission that users need beside it, because the response shows another kind of
 *     resource than the operation changes
 * @param valuePermissions permissions that only some values of the request need, such as a chosen
 *     amount of money; the owning verticle learns which of them the caller has
 * @param needsSecondFactor whether users need a second factor where one is required
 * @param managesSession whether it creates or ends a session and therefore receives it
 * @param path as in the contract, with {@code {parameters}}
 * @param retryable whether a retry with a second member is harmless
 * @param headers lower-case names of the request headers that it declares
 * @param query one object of all query parameters; absent if the query is ignored
 * @param body absent if a body is ignored
 * @param upload kind of file upload of its body, if any
 * @param makesLinks whether its response links to this service, so that it needs the base URL
 * @param cost of a request by an anonymous caller
 * @param defaultRelations relations of the response without {@code expand} and {@code fields},
 *     where some of them need a permission of their own
 */
@RecordBuilder
public record Operation(
    String id,
    @Nullable String aliasOf,
    String verticle,
    HttpMethod method,
    String path,
    ApiSurface surface,
    AccessPolicy access,
    @Nullable String permission,
    @Nullable String shownPermission,
    List<String> valuePermissions,
    boolean needsSecondFactor,
    boolean managesSession,
    boolean retryable,
    List<String> headers,
    JsonObject pathParameters,
    @Nullable JsonObject query,
    @Nullable JsonObject body,
    Upload upload,
    boolean makesLinks,
    RequestCost cost,
    List<String> defaultRelations) {

  /** Whether it may change something. */
  public boolean isWrite() {
    return !method.equals(HttpMethod.GET);
  }

  /** Whether it refuses callers without a valid credential. */
  public boolean needsCredential() {
    return access == AccessPolicy.CUSTOMER || access == AccessPolicy.ADMIN;
  }

  /** Whether it shows resources of the catalog. */
  public boolean isCatalogRead() {
    return !isWrite() && verticle.equals("catalog");
  }

  /** Whether it shows the catalog to shoppers, which is no secret. */
  public boolean isPublicCatalog() {
    return surface == ApiSurface.STORE && isCatalogRead();
  }

  public boolean isIdempotent() {
    return headers.contains(IdempotencyKey.HEADER);
  }
}
