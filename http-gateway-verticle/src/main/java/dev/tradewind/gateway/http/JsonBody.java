package dev.tradewind.gateway.http;

import dev.tradewind.kernel.operation.Problem;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.ext.web.RoutingContext;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Raw bytes of a JSON body. */
public final class JsonBody {

  private JsonBody() {}

  /** The body, null if none was sent; a body that is not declared as JSON is rejected. */
  static @Nullable public Buffer of(RoutingContext context) {
    HttpServerRequest request = context.request();
    Buffer sent = context.body().buffer();
    if (isJson(request.getHeader(HttpHeaders.CONTENT_TYPE))) {
      return sent;
    }
    // The server parses forms while it reads them and keeps no bytes.
    boolean isForm = request.isExpectMultipart();
    if (isForm || (sent != null && sent.length() > 0)) {
      throw new Problem.InvalidData("The body must be sent as application/json").toException();
    }
    return null;
  }

  private static boolean isJson(@Nullable String contentType) {
    if (contentType == null) {
      return false;
    }
    int parameters = contentType.indexOf(';');
    String type = parameters < 0 ? contentType : contentType.substring(0, parameters);
    String plain = type.trim().toLowerCase(Locale.ROOT);
    return plain.equals("application/json") || plain.endsWith("+json");
  }
}
