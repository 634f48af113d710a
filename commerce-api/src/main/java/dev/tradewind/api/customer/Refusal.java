package dev.tradewind.api.customer;

import dev.tradewind.kernel.JsonArrays;
import dev.tradewind.kernel.operation.CallContext;
import dev.tradewind.kernel.operation.Principal;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Equal requests that the gateway refused within a short time: without permission, or above a rate
 * limit.
 *
 * @param requestId of the first of them
 * @param count how many there were
 */
public record Refusal(
    int status,
    String operation,
    Principal principal,
    @Nullable String address,
    String requestId,
    int count) {

  private static final String REFUSALS = "refusals";

  static JsonObject toJson(Collection<Refusal> refusals) {
    JsonArray all = new JsonArray();
    refusals.forEach(refusal -> all.add(refusal.toJson()));
    return new JsonObject().put(REFUSALS, all);
  }

  public static List<Refusal> listOf(JsonObject input) {
    return JsonArrays.objects(input.getJsonArray(REFUSALS)).stream().map(Refusal::of).toList();
  }

  /** The context of the refused requests, as far as it matters afterwards. */
  public CallContext context(CallContext recording) {
    return new CallContext(requestId, recording.deadline(), null, principal, address);
  }

  private JsonObject toJson() {
    Principal.Credential credential = principal.credential();
    return new JsonObject()
        .put("status", status)
        .put("operation", operation)
        .put("kind", principal.kind().name())
        .put("actor_id", principal.id())
        .put("credential", credential == null ? null : credential.name())
        .put("address", address)
        .put("request_id", requestId)
        .put("count", count);
  }

  private static Refusal of(JsonObject json) {
    String credential = json.getString("credential");
    return new Refusal(
        json.getInteger("status"),
        json.getString("operation"),
        new Principal(
            Principal.Kind.valueOf(json.getString("kind")),
            json.getString("actor_id"),
            credential == null ? null : Principal.Credential.valueOf(credential)),
        json.getString("address"),
        json.getString("request_id"),
        json.getInteger("count"));
  }
}
