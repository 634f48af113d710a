package dev.tradewind.kernel.operation;

import dev.tradewind.kernel.json.JsonBytes;
import dev.tradewind.kernel.text.Sha256;
import io.vertx.core.MultiMap;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.JsonObject;
import java.util.Arrays;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Response in wire form: the client receives the body byte for byte.
 *
 * @param headers response headers beside the content type
 */
public record Reply(int status, String contentType, Buffer body, Map<String, String> headers) {

  public static final String JSON = "application/json; charset=utf-8";
  public static final String TEXT = "text/plain; charset=utf-8";

  /** Length of a body on the event bus, and so of every response of a verticle. */
  static final int MAX_BODY = 64 << 20;

  /** Status of a response whose body the caller has already. */
  public static final int NOT_MODIFIED = 304;

  private static final String BYTES = "application/octet-stream";
  private static final String ENTITY_TAG = "etag";
  private static final String STATUS = "status";
  private static final String CONTENT_TYPE = "content-type";
  private static final String HEADER_PREFIX = "header.";
  private static final Base64.Encoder TAG = Base64.getUrlEncoder().withoutPadding();
  private static final int BYTES_OF_A_TAG = 16;
  private static final Pattern WHOLE_TAG = Pattern.compile("\"[A-Za-z0-9_-]{22}\"");

  public static Reply ok(JsonObject body) {
    return json(200, JsonBytes.of(body));
  }

  /** The common response: one resource under its name. */
  public static Reply ok(String name, JsonObject resource) {
    return ok(new JsonObject().put(name, resource));
  }

  public static Reply created(String name, JsonObject resource) {
    return json(201, JsonBytes.of(new JsonObject().put(name, resource)));
  }

  public static Reply text(int status, String body) {
    return new Reply(status, TEXT, Buffer.buffer(body), Map.of());
  }

  /** Bytes, for an internal operation whose response is not JSON. */
  public static Reply bytes(Buffer body) {
    return new Reply(200, BYTES, body, Map.of());
  }

  /** Success without a body. */
  public static Reply noContent() {
    return json(204, Buffer.buffer());
  }

  public static Reply json(int status, Buffer body) {
    return new Reply(status, JSON, body, Map.of());
  }

  public static Reply problem(Problem problem) {
    Reply reply = json(problem.status(), problem.body().toBuffer());
    if (problem.is(Problem.Kind.TOO_MANY_REQUESTS)) {
      return reply.withHeaders(Map.of("retry-after", Long.toString(problem.retryAfterSeconds())));
    }
    return reply;
  }

  public Reply withHeaders(Map<String, String> more) {
    return new Reply(status, contentType, body, more);
  }

  /**
   * With the strong entity tag of the body, the same on every node. A response that is sent again
   * and again has it from the start.
   */
  public Reply withEntityTag() {
    if (headers.containsKey(ENTITY_TAG)) {
      return this;
    }
    byte[] digest = Arrays.copyOf(Sha256.digest(body.getBytes()), BYTES_OF_A_TAG);
    Map<String, String> all = new LinkedHashMap<>(headers);
    all.put(ENTITY_TAG, '"' + TAG.encodeToString(digest) + '"');
    return withHeaders(all);
  }

  /** The headers beside the entity tag. */
  Map<String, String> headersWithoutTag() {
    Map<String, String> others = new LinkedHashMap<>(headers);
    others.remove(ENTITY_TAG);
    return others;
  }

  /** The entity tag; absent without one. */
  public @Nullable String entityTag() {
    return headers.get(ENTITY_TAG);
  }

  /** Whether it has the form of the entity tags of {@link #withEntityTag}. */
  public static boolean isEntityTag(String tag) {
    return WHOLE_TAG.matcher(tag).matches();
  }

  /**
   * The same, or, if the caller has a body with its entity tag, that it is not modified. A response
   * that has no tag yet is sent as it is.
   *
   * @param known entity tags of the bodies that the caller has
   */
  Reply unlessKnown(@Nullable String known) {
    String tag = entityTag();
    if (status == 200 && known != null && tag != null && known.contains(tag)) {
      return new Reply(NOT_MODIFIED, contentType, Buffer.buffer(), headers);
    }
    return this;
  }

  /** The same, or a refusal if its body is too long to be sent. */
  Reply limited() {
    if (body.length() > MAX_BODY) {
      return problem(
          Problem.invalidData("The response has more than " + (MAX_BODY >> 20) + " MiB"));
    }
    return this;
  }

  /** Whether the caller has its body, whose entity tag it names. */
  public boolean isNotModified() {
    return status == NOT_MODIFIED;
  }

  public boolean isProblem() {
    return status >= 400;
  }

  MultiMap messageHeaders() {
    MultiMap messageHeaders = MultiMap.caseInsensitiveMultiMap();
    messageHeaders.set(STATUS, Integer.toString(status));
    messageHeaders.set(CONTENT_TYPE, contentType);
    headers.forEach((name, value) -> messageHeaders.set(HEADER_PREFIX + name, value));
    return messageHeaders;
  }

  static Reply readFrom(MultiMap messageHeaders, Buffer body) {
    Map<String, String> headers = Map.of();
    for (Map.Entry<String, String> entry : messageHeaders) {
      if (entry.getKey().startsWith(HEADER_PREFIX)) {
        headers = headers.isEmpty() ? new LinkedHashMap<>() : headers;
        headers.put(entry.getKey().substring(HEADER_PREFIX.length()), entry.getValue());
      }
    }
    return new Reply(
        Integer.parseInt(messageHeaders.get(STATUS)),
        messageHeaders.get(CONTENT_TYPE),
        body,
        headers);
  }
}
