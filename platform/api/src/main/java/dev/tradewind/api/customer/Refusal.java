package dev.tradewind.api.customer;

import dev.tradewind.kernel.json.JsonForm;
import dev.tradewind.kernel.json.JsonInline;
import dev.tradewind.kernel.json.RecordCodec;
import dev.tradewind.kernel.operation.CallContext;
import dev.tradewind.kernel.operation.Principal;
import io.vertx.core.json.JsonObject;
import java.lang.invoke.MethodHandles;
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
    @JsonInline Principal principal,
    @Nullable String address,
    String requestId,
    int count) {

  /** Refusals in one message. */
  private record Refusals(List<Refusal> refusals) {

    private static final RecordCodec<Refusals> CODEC =
        RecordCodec.ofMessage(
            MethodHandles.lookup(),
            Refusals.class,
            JsonForm.ofText(Principal.Kind.class, Principal.Kind::valueOf, Principal.Kind::name),
            JsonForm.ofText(
                Principal.Credential.class,
                Principal.Credential::valueOf,
                Principal.Credential::name));
  }

  static JsonObject toJson(Collection<Refusal> refusals) {
    return Refusals.CODEC.write(new Refusals(List.copyOf(refusals)));
  }

  public static List<Refusal> listOf(JsonObject input) {
    return Refusals.CODEC.read(input).refusals();
  }

  /** The context of the refused requests, as far as it matters afterwards. */
  public CallContext context(CallContext recording) {
    return new CallContext(requestId, recording.deadline(), null, principal, address);
  }
}
