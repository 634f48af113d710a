package dev.tradewind.kernel.operation;

import dev.tradewind.kernel.json.JsonBytes;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Request of an operation: validated input and the context of the call. The gateway has validated
 * path, query and body against the contract before.
 */
public final class Request {

  /** Header by which the gateway tells of a read with a cookie that may come from another site. */
  public static final String CROSS_SITE = "cross-site";

  /** Header by which the gateway tells the language of the page that a call is made for. */
  public static final String PAGE_LANGUAGE = "page-language";

  /**
   * Header by which the gateway tells which permissions the caller has of those that only some
   * values of the request need, separated by commas.
   */
  public static final String PERMITTED = "permitted";

  private static final JsonObject NOTHING = new JsonObject();

  private final String operation;
  private final CallContext context;
  private final JsonObject input;
  private final Buffer attachment;

  public Request(String operation, CallContext context, JsonObject input) {
    this(operation, context, input, Buffer.buffer());
  }

  /**
   * @param attachment bytes sent beside the input
   */
  public Request(String operation, CallContext context, JsonObject input, Buffer attachment) {
    this.operation = operation;
    this.context = context;
    this.input = input;
    this.attachment = attachment;
  }

  /** The input in the form of the gateway's envelope. */
  public static Buffer input(
      JsonObject path, JsonObject query, @Nullable JsonObject body, JsonObject headers) {
    return JsonBytes.of(
        new JsonObject()
            .put("path", path)
            .put("query", query)
            .put("body", body)
            .put("headers", headers));
  }

  public String operation() {
    return operation;
  }

  public CallContext context() {
    return context;
  }

  public Principal principal() {
    return context.principal();
  }

  /** The path parameter of that name; the contract guarantees its presence. */
  public String path(String name) {
    return Objects.requireNonNull(part("path").getString(name), name);
  }

  public JsonObject query() {
    return part("query");
  }

  public JsonObject body() {
    return part("body");
  }

  /** A request header that the contract declares for this operation, by its lower-case name. */
  public @Nullable String header(String name) {
    return part("headers").getString(name);
  }

  /**
   * Whether a page of another site may have sent this read, with the cookie of its visitor. Such a
   * read has no effect in the visitor's name.
   */
  public boolean isCrossSite() {
    return header(CROSS_SITE) != null;
  }

  /**
   * Whether the gateway tells that the caller has a permission that only some values of the request
   * or parts of the response need.
   */
  public boolean isPermitted(String permission) {
    String permitted = header(PERMITTED);
    return permitted != null && List.of(permitted.split(",", -1)).contains(permission);
  }

  /**
   * Headers of a call that the service makes by itself, with permissions that the gateway tells.
   */
  public static JsonObject permitting(String... permissions) {
    return new JsonObject().put(PERMITTED, String.join(",", permissions));
  }

  /**
   * Requires a permission that only some values of the request need, such as a chosen amount.
   *
   * @throws Problem 403 unless the gateway tells that the caller has it
   */
  public void requirePermitted(String permission) {
    if (!isPermitted(permission)) {
      throw Problem.forbidden("This needs the permission " + permission);
    }
  }

  /** The whole input of an internal operation. */
  public JsonObject input() {
    return input;
  }

  /** The bytes sent beside the input of an internal operation; empty without an attachment. */
  public Buffer attachment() {
    return attachment;
  }

  private JsonObject part(String name) {
    JsonObject part = input.getJsonObject(name);
    return part == null ? NOTHING : part;
  }
}
