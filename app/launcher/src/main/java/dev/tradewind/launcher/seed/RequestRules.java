package dev.tradewind.launcher.seed;

import dev.tradewind.gateway.contract.Contract;
import dev.tradewind.gateway.contract.Operation;
import dev.tradewind.gateway.validation.RequestValidator;
import io.vertx.core.json.JsonObject;
import java.util.Objects;

/** Rules of the API for what commands and settings write: lengths, formats and names of fields. */
public final class RequestRules {

  private RequestRules() {}

  /**
   * A user as it is created, with its password.
   *
   * @throws dev.tradewind.kernel.operation.Problem if a request would be refused; the message names
   *     the field
   */
  public static JsonObject user(JsonObject given) {
    return accepted("adminCreateUser", given);
  }

  /**
   * Name of a stock location as it is created.
   *
   * @throws dev.tradewind.kernel.operation.Problem if a request would be refused
   */
  public static String locationName(String given) {
    return accepted("adminCreateStockLocation", new JsonObject().put("name", given))
        .getString("name");
  }

  private static JsonObject accepted(String operationId, JsonObject body) {
    Operation operation =
        Contract.load().operations().stream()
            .filter(each -> each.id().equals(operationId))
            .findFirst()
            .orElseThrow();
    return Objects.requireNonNull(new RequestValidator(operation).body(body.toBuffer()));
  }
}
