package dev.tradewind.acceptance.fuzz;

import dev.tradewind.gateway.contract.Operation;
import io.vertx.core.buffer.Buffer;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Request, and the expectations of its response.
 *
 * @param target path and query as sent
 * @param flaws mutations; empty if the request is valid
 * @param mustFail whether it has to be refused
 * @param isOfOperation whether an operation responds, and not the router
 */
record FuzzRequest(
    int number,
    Operation operation,
    String method,
    String target,
    Map<String, String> headers,
    @Nullable Buffer body,
    TestCaller caller,
    List<String> flaws,
    boolean mustFail,
    boolean isOfOperation) {

  @Override
  public String toString() {
    String sent = body == null ? "" : body.toString();
    return "#%d %s %s by %s %s %s %s"
        .formatted(
            number,
            method,
            shortened(target),
            caller,
            flaws,
            headers.getOrDefault("content-type", ""),
            shortened(sent));
  }

  private static String shortened(String text) {
    return text.length() <= 700 ? text : text.substring(0, 700) + "… (" + text.length() + ")";
  }
}
