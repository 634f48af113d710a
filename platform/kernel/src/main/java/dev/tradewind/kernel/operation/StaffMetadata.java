package dev.tradewind.kernel.operation;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * Member of {@code metadata} for staff: purchase prices, ids of an ERP, flags. Responses to
 * shoppers lack it, and shoppers cannot write it. Responses of the admin API show it as it is.
 */
public final class StaffMetadata {

  public static final String KEY = "_staff";

  private static final String QUOTED = '"' + KEY + '"';
  private static final byte[] NULL = "null".getBytes(StandardCharsets.UTF_8);
  private static final JsonFactory JSON = new JsonFactory();

  private StaffMetadata() {}

  /** Whether the caller of an operation sees what shoppers see: of every store operation. */
  static boolean isHiddenFrom(String operation, Principal caller) {
    return operation.startsWith("store") && caller.kind() != Principal.Kind.SYSTEM;
  }

  /** The response without the member; the same instance if it has none. */
  public static Reply hide(Reply reply) {
    Buffer body = reply.body();
    Buffer shown = reply.contentType().equals(Reply.JSON) ? hide(body) : body;
    if (shown == body) {
      return reply;
    }
    return new Reply(reply.status(), reply.contentType(), shown, reply.headers());
  }

  /** The JSON without the member, at any depth; the same instance if it has none. */
  public static Buffer hide(Buffer json) {
    // A character for each byte: the JVM searches such a text by vector instructions.
    if (!json.toString(StandardCharsets.ISO_8859_1).contains(QUOTED)) {
      return json;
    }
    byte[] bytes = json.getBytes();
    try (JsonParser parser = JSON.createParser(bytes)) {
      return new Removal(bytes, parser).shown();
    } catch (IOException malformed) {
      throw new UncheckedIOException(malformed);
    }
  }

  /**
   * @throws Problem {@code InvalidData} if the body of a shopper has the member
   */
  public static void refuseIn(JsonObject body) {
    refuse(body, "");
  }

  private static void refuse(@Nullable Object value, String path) {
    if (value instanceof JsonObject object) {
      object.forEach(member -> {
        String name = path.isEmpty() ? member.getKey() : path + "." + member.getKey();
        if (member.getKey().equals(KEY)) {
          throw Problem.invalidData(name + " is written by staff alone");
        }
        refuse(member.getValue(), name);
      });
    } else if (value instanceof JsonArray array) {
      array.forEach(element -> refuse(element, path));
    }
  }

  /**
   * Removal of the members from encoded JSON: all other bytes stay as they are, numbers among them.
   */
  private static final class Removal {

    private final byte[] bytes;
    private final JsonParser parser;
    private final Buffer shown;
    private int copied;

    private Removal(byte[] bytes, JsonParser parser) {
      this.bytes = bytes;
      this.parser = parser;
      this.shown = Buffer.buffer(bytes.length);
    }

    private Buffer shown() throws IOException {
      int end = 0;
      int beginOfObject = 0;
      for (JsonToken token = parser.nextToken(); token != null; token = parser.nextToken()) {
        if (token == JsonToken.FIELD_NAME && parser.currentName().equals(KEY)) {
          boolean isFirst = end == beginOfObject;
          int begin = begin();
          parser.nextToken();
          parser.skipChildren();
          parser.finishToken();
          int endOfValue = end();
          JsonToken next = parser.nextToken();
          if (next == JsonToken.FIELD_NAME) {
            remove(begin, begin());
          } else if (isFirst) {
            // An object of nothing else: a row without metadata has null.
            remove(beginOfObject - 1, end());
            shown.appendBytes(NULL);
          } else {
            remove(end, endOfValue);
          }
          if (next == JsonToken.FIELD_NAME) {
            // The value of the next member follows.
            end = begin();
            continue;
          }
        }
        parser.finishToken();
        end = end();
        if (parser.currentToken() == JsonToken.START_OBJECT) {
          beginOfObject = end;
        }
      }
      remove(bytes.length, bytes.length);
      return shown;
    }

    private void remove(int from, int to) {
      shown.appendBytes(bytes, copied, from - copied);
      copied = to;
    }

    private int begin() {
      return (int) parser.currentTokenLocation().getByteOffset();
    }

    private int end() {
      return (int) parser.currentLocation().getByteOffset();
    }
  }
}
