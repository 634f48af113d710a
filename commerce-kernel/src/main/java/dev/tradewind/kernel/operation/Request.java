package dev.tradewind.kernel.operation;

import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.JsonObject;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What an operation is asked: validated input and the context of the call. The gateway has checked
 * path, query and body against the contract before a request gets here.
 */
public final class Request {

  private static final JsonObject NOTHING = new JsonObject();

  private final String operation;
  private final CallContext context;
  private final JsonObject input;
  private final Buffer attachment;

  public Request(String operation, CallContext context, JsonObject input) {
    this(operation, context, input, Buffer.buffer());
  }

  /**
   * @param attachment bytes that came along with the input
   */
  public Request(String operation, CallContext context, JsonObject input, Buffer attachment) {
    this.operation = operation;
    this.context = context;
    this.input = input;
    this.attachment = attachment;
  }

  /** The input as the gateway puts it into an envelope. */
  public static Buffer input(
      JsonObject path, JsonObject query, @Nullable JsonObject body, JsonObject headers) {
    return new JsonObject()
        .put("path", path)
        .put("query", query)
        .put("body", body)
        .put("headers", headers)
        .toBuffer();
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

  /** The path parameter of that name; the contract guarantees that it is there. */
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

  /** The whole input; what an internal operation was sent. */
  public JsonObject input() {
    return input;
  }

  /** The bytes that an internal operation was sent beside its input; empty where there are none. */
  public Buffer attachment() {
    return attachment;
  }

  private JsonObject part(String name) {
    JsonObject part = input.getJsonObject(name);
    return part == null ? NOTHING : part;
  }
}
