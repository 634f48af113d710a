package dev.tradewind.gateway.http;

import dev.tradewind.kernel.operation.Problem;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.ext.web.RoutingContext;
import java.util.Arrays;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Raw bytes of a JSON body. */
public final class JsonBody {

  private JsonBody() {}

  /**
   * The body, null if none was sent; a compressed one, or one that is not declared as JSON, is
   * rejected.
   */
  static @Nullable public Buffer of(RoutingContext context) {
    HttpServerRequest request = context.request();
    String coding = request.getHeader(HttpHeaders.CONTENT_ENCODING);
    if (coding != null && !coding.isBlank() && !coding.trim().equalsIgnoreCase("identity")) {
      throw Problem.unsupported("The body must be sent without a content encoding");
    }
    Buffer sent = context.body().buffer();
    if (isJson(request.getHeader(HttpHeaders.CONTENT_TYPE))) {
      return sent;
    }
    // The server parses forms while it reads them and keeps no bytes.
    boolean isForm = request.isExpectMultipart();
    if (isForm || (sent != null && sent.length() > 0)) {
      throw Problem.invalidData("The body must be sent as application/json in UTF-8");
    }
    return null;
  }

  /** JSON is sent in UTF-8; another charset would be read differently by a check in front. */
  private static boolean isJson(@Nullable String contentType) {
    if (contentType == null) {
      return false;
    }
    String[] parts = contentType.split(";", -1);
    String type = parts[0].trim().toLowerCase(Locale.ROOT);
    return (type.equals("application/json") || type.endsWith("+json"))
        && Arrays.stream(parts).skip(1).allMatch(JsonBody::isNoOtherCharset);
  }

  private static boolean isNoOtherCharset(String parameter) {
    String[] named = parameter.split("=", 2);
    if (!named[0].trim().equalsIgnoreCase("charset")) {
      return true;
    }
    String charset = named.length < 2 ? "" : named[1].replace("\"", "").trim();
    return charset.equalsIgnoreCase("utf-8") || charset.equalsIgnoreCase("utf8");
  }
}
