package dev.tradewind.acceptance.fuzz;

import dev.tradewind.gateway.contract.Operation;
import io.vertx.core.buffer.Buffer;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One request, and what is known of its answer before it is sent.
 *
 * @param target path and query as they are written
 * @param flaws what is wrong with it; empty where nothing is
 * @param mustFail whether it can only be refused
 * @param isOfOperation whether the operation answers it, and not the router
 */
record FuzzRequest(
    int number,
    Operation operation,
    String method,
    String target,
    Map<String, String> headers,
    @Nullable Buffer body,
    TestCaller visitor,
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
            visitor,
            flaws,
            headers.getOrDefault("content-type", ""),
            shortened(sent));
  }

  private static String shortened(String text) {
    return text.length() <= 700 ? text : text.substring(0, 700) + "… (" + text.length() + ")";
  }
}
