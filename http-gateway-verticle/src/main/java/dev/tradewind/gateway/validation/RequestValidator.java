package dev.tradewind.gateway.validation;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.StreamReadFeature;
import dev.tradewind.gateway.contract.ApiSurface;
import dev.tradewind.gateway.contract.Operation;
import dev.tradewind.kernel.operation.Problem;
import dev.tradewind.kernel.operation.SizeLimit;
import dev.tradewind.kernel.operation.StaffMetadata;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.DecodeException;
import io.vertx.core.json.JsonObject;
import io.vertx.core.json.jackson.JacksonCodec;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** Input validators of one operation, built once. Not thread-safe: every gateway has its own. */
public final class RequestValidator {

  // The parser of Vert.x accepts comments, other charsets, and the last of duplicate keys, while
  // a check in front may have seen the first.
  private static final JsonFactory STRICT =
      JsonFactory.builder()
          .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
          .disable(JsonFactory.Feature.CHARSET_DETECTION)
          .build();

  private final boolean isOfShoppers;
  private final CompiledSchema path;
  private final @Nullable CompiledSchema query;
  private final @Nullable CompiledSchema body;

  public RequestValidator(Operation operation) {
    isOfShoppers = operation.surface() == ApiSurface.STORE;
    path = CompiledSchema.ofPath(operation.pathParameters());
    query = operation.query() == null ? null : CompiledSchema.ofQuery(operation.query());
    body = operation.body() == null ? null : CompiledSchema.ofBody(operation.body());
  }

  public boolean takesBody() {
    return body != null;
  }

  public JsonObject path(JsonObject parameters) {
    return path.accept(parameters);
  }

  /** The query as an object; empty if the operation ignores it. */
  public JsonObject query(@Nullable String text) {
    return query == null ? new JsonObject() : query.accept(QueryParser.parse(text));
  }

  /** The body; a request without one is an empty object, absent if the operation ignores it. */
  public @Nullable JsonObject body(@Nullable Buffer sent) {
    if (body == null) {
      return null;
    }
    JsonObject parsed = parsed(sent);
    if (sent != null && sent.length() > SizeLimit.METADATA.bytes()) {
      MetadataLimit.check(parsed);
    }
    if (isOfShoppers) {
      StaffMetadata.refuseIn(parsed);
    }
    return body.accept(parsed);
  }

  private static JsonObject parsed(@Nullable Buffer sent) {
    if (sent == null || sent.length() == 0) {
      return new JsonObject();
    }
    try (JsonParser parser = STRICT.createParser(sent.getBytes())) {
      if (JacksonCodec.fromParser(parser, Object.class) instanceof JsonObject object) {
        return object;
      }
    } catch (DecodeException | IOException e) {
      throw Problem.invalidData("The body is not valid JSON");
    }
    throw Problem.invalidData("The body must be a JSON object");
  }
}
