package dev.tradewind.providers.fulfillment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tradewind.kernel.operation.Problem;
import dev.tradewind.kernel.operation.ProblemException;
import dev.tradewind.providers.ProviderCall;
import io.vertx.core.json.JsonObject;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class FulfillmentProvidersTest {

  private static final JsonObject NOTHING = new JsonObject();

  private final FulfillmentProviders providers = FulfillmentProviders.installed();
  private final ProviderCall call = new ProviderCall("key", Instant.EPOCH);

  @Test
  void theManualProviderSendsAndTakesBackAtTheShopsOwnPrices() {
    FulfillmentProvider manual = providers.get("manual");
    JsonObject data = new JsonObject().put("floor", 3);

    assertThat(manual.options(call).result())
        .containsExactly(
            new JsonObject().put("id", "manual-fulfillment"),
            new JsonObject().put("id", "manual-fulfillment-return").put("is_return", true));
    assertThat(manual.validateOption(call, NOTHING).result()).isTrue();
    assertThat(manual.canCalculate(call, NOTHING).result()).isFalse();
    assertThat(manual.validateData(call, NOTHING, data, NOTHING).result()).isEqualTo(data);
    assertThat(manual.calculatePrice(call, NOTHING, data, NOTHING).failed()).isTrue();
  }

  @Test
  void aProviderThatIsNotInstalledIsNotFound() {
    assertThatThrownBy(() -> providers.get("pigeon"))
        .isInstanceOfSatisfying(
            ProblemException.class,
            refused ->
                assertThat(refused.problem())
                    .isEqualTo(
                        new Problem.NotFound(
                            "Could not find a fulfillment provider with id: pigeon")));
  }
}
