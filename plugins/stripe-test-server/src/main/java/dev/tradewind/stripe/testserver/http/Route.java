package dev.tradewind.stripe.testserver.http;

import dev.tradewind.stripe.testserver.state.ApiCall;
import io.vertx.core.json.JsonObject;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Route of the API.
 *
 * @param name method and path template
 * @param isForBrowsers whether a publishable key may call it
 * @param operation of the call and the id in the path, which is empty without one
 */
record Route(
    String name,
    String method,
    Pattern path,
    boolean isForBrowsers,
    Set<String> params,
    BiFunction<ApiCall, String, JsonObject> operation) {

  /** The id in the path, empty if the template has none, or null if the path is another one. */
  @Nullable String match(String requestMethod, String requestPath) {
    var matcher = path.matcher(requestPath);
    if (!method.equals(requestMethod) || !matcher.matches()) {
      return null;
    }
    return matcher.groupCount() == 0 ? "" : matcher.group(1);
  }
}
