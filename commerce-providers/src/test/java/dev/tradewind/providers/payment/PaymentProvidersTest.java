package dev.tradewind.providers.payment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tradewind.kernel.operation.Problem;
import dev.tradewind.kernel.operation.ProblemException;
import io.vertx.core.json.JsonObject;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PaymentProvidersTest {

  private final PaymentProviders providers = PaymentProviders.installed();
  private final PaymentCall call = new PaymentCall("pay_1", "cart_1", 1_000, "eur", Instant.EPOCH);

  @Test
  void theBuiltInProvidersAreFound() {
    assertThat(providers.ids()).contains("manual", "system");
  }

  @Test
  void aProviderThatIsNotInstalledIsNotFound() {
    assertThatThrownBy(() -> providers.get("stripe"))
        .isInstanceOfSatisfying(
            ProblemException.class,
            refused ->
                assertThat(refused.problem())
                    .isEqualTo(
                        new Problem.NotFound("Could not find a payment provider with id: stripe")));
  }

  @ParameterizedTest
  @ValueSource(strings = {"manual", "system"})
  void aBuiltInProviderAgreesToEverythingAndRemembersTheStatus(String id) {
    PaymentProvider provider = providers.get(id);

    JsonObject session = provider.createSession(call).result();
    Authorization authorization = provider.authorize(call, session).result();

    assertThat(session).isEqualTo(status("pending"));
    assertThat(authorization)
        .isEqualTo(new Authorization(Authorization.Status.AUTHORIZED, status("authorized")));
    assertThat(provider.findAuthorization(call, session).result()).isEqualTo(authorization);
    assertThat(provider.capture(call, authorization.data()).result()).isEqualTo(status("captured"));
    assertThat(provider.findPayment(call, authorization.data()).result())
        .isEqualTo(new PaymentState(PaymentState.Status.AUTHORIZED, status("authorized")));
    assertThat(provider.findPayment(call, status("captured")).result())
        .isEqualTo(new PaymentState(PaymentState.Status.CAPTURED, status("captured")));
    assertThat(provider.findPayment(call, status("canceled")).result())
        .isEqualTo(new PaymentState(PaymentState.Status.CANCELED, status("canceled")));
    assertThat(provider.cancel(call, authorization.data()).result()).isEqualTo(status("canceled"));
  }

  @Test
  void dataOfTheStorefrontIsMergedIntoTheSession() {
    JsonObject note = new JsonObject().put("note", "ring twice");

    assertThat(updated(new JsonObject().put("data", note)))
        .isEqualTo(status("pending").put("note", "ring twice"));
    assertThat(updated(note)).isEqualTo(status("pending"));
    assertThat(updated(new JsonObject().put("data", "a text"))).isEqualTo(status("pending"));
  }

  private JsonObject updated(JsonObject update) {
    return providers.get("manual").updateSessionData(call, status("pending"), update).result();
  }

  private static JsonObject status(String status) {
    return new JsonObject().put("status", status);
  }
}
