package dev.tradewind.api.privacy;

import dev.tradewind.kernel.json.JsonArrays;
import dev.tradewind.kernel.operation.CallContext;
import dev.tradewind.kernel.operation.InternalOperation;
import dev.tradewind.kernel.operation.OperationClient;
import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.Locale;

/**
 * Personal data of a customer in another verticle: client of the operations that export and erase
 * it. Both may be repeated.
 */
public final class PersonalData {

  private final OperationClient bus;

  public PersonalData(OperationClient bus) {
    this.bus = bus;
  }

  /** E-mail address in the place of an erased one. Nothing is delivered to its domain. */
  public static String erasedEmail(String customerId) {
    return "erased+" + customerId.toLowerCase(Locale.ROOT) + "@erased.invalid";
  }

  /** Number of records whose personal data is needed for now and could not be erased. */
  public Future<Long> erase(InternalOperation operation, CallContext context, String customerId) {
    return bus.call(operation, context, new JsonObject().put("customer_id", customerId))
        .map(answer -> answer.getLong("remaining"));
  }

  /** Records of the customer, the oldest first. */
  public Future<List<JsonObject>> export(
      InternalOperation operation, CallContext context, String customerId, int offset, int limit) {
    JsonObject input =
        new JsonObject().put("customer_id", customerId).put("offset", offset).put("limit", limit);
    return bus.call(operation, context, input)
        .map(answer -> JsonArrays.objects(answer.getJsonArray("records")));
  }
}
