package dev.tradewind.spi.testing;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.spi.ProviderCall;
import dev.tradewind.spi.fulfillment.DocumentKind;
import dev.tradewind.spi.fulfillment.FulfillmentProvider;
import io.vertx.core.Future;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/** Contract of fulfillment providers: a key that is repeated is answered as before. */
public abstract class FulfillmentProviderContract extends ProviderContract {

  /** Provider that is tested, of a plugin that has been started. */
  protected abstract FulfillmentProvider provider();

  /** Data that the shopper sends with the choice of the option, such as a pick-up point. */
  protected JsonObject shopperData(JsonObject option) {
    return new JsonObject();
  }

  private static JsonObject cart() {
    return new JsonObject()
        .put("id", "cart_" + newKey())
        .put("email", "ana@example.com")
        .put("items", lines())
        .put("shipping_address", address());
  }

  private static JsonArray lines() {
    return new JsonArray()
        .add(
            new JsonObject()
                .put("id", "item_1")
                .put("item_id", "item_1")
                .put("title", "Linen shirt")
                .put("quantity", 2)
                .put("unit_price", 1_000));
  }

  private static JsonObject address() {
    return new JsonObject()
        .put("first_name", "Ana")
        .put("last_name", "Souza")
        .put("address_1", "Rua A 1")
        .put("city", "Lisboa")
        .put("postal_code", "1000")
        .put("country_code", "pt");
  }

  private List<JsonObject> options() {
    return await(provider().options(newCall()));
  }

  @Test
  public final void optionsHaveIdsOfTheirOwn() {
    List<JsonObject> options = options();

    assertThat(options).isNotEmpty().allSatisfy(ProviderContract::assertStorable);
    assertThat(options)
        .extracting(option -> option.getString("id"))
        .doesNotHaveDuplicates()
        .allSatisfy(id -> assertThat(id).isNotBlank());
  }

  @Test
  public final void theOptionsOnOfferAreValid() {
    assertThat(options())
        .allSatisfy(
            option -> assertThat(await(provider().validateOption(newCall(), option))).isTrue());
  }

  @Test
  public final void aCalculatedPriceIsNotNegative() {
    for (JsonObject option : options()) {
      if (await(provider().canCalculate(newCall(), option))) {
        assertThat(await(provider().calculatePrice(newCall(), option, shopperData(option), cart())))
            .isNotNegative();
      }
    }
  }

  @Test
  public final void dataOfTheShopperIsValidated() {
    assertThat(options())
        .allSatisfy(option ->
            assertStorable(
                await(provider().validateData(newCall(), option, shopperData(option), cart()))));
  }

  private static void assertRepeatable(Function<ProviderCall, Future<JsonObject>> change) {
    ProviderCall call = newCall();

    List<Outcome<JsonObject>> first = atOnce(() -> change.apply(call));
    JsonObject answer = await(change.apply(call));

    assertStorable(answer);
    assertPossible(first);
    assertThat(first.stream().filter(Outcome::isDone).map(Outcome::value))
        .allSatisfy(data -> assertThat(data).isEqualTo(answer));
  }

  @Test
  public final void aRepeatedFulfillmentIsAnsweredAsBefore() {
    JsonObject order = cart().put("id", "order_" + newKey());
    JsonObject fulfillment = new JsonObject().put("id", "ful_" + newKey()).put("items", lines());

    assertRepeatable(
        call -> provider().createFulfillment(call, new JsonObject(), order, fulfillment));
  }

  @Test
  public final void aRepeatedCancellationIsAnsweredAsBefore() {
    JsonObject order = cart().put("id", "order_" + newKey());
    JsonObject fulfillment = new JsonObject().put("id", "ful_" + newKey()).put("items", lines());
    JsonObject data =
        await(provider().createFulfillment(newCall(), new JsonObject(), order, fulfillment));

    assertRepeatable(call -> provider().cancelFulfillment(call, data));
  }

  @Test
  public final void aRepeatedReturnIsAnsweredAsBefore() {
    JsonObject returned =
        new JsonObject()
            .put("id", "ret_" + newKey())
            .put("items", lines())
            .put("shipping_address", address());

    assertRepeatable(call -> provider().createReturn(call, returned));
  }

  @Test
  public final void documentsAreListed() {
    JsonObject order = cart().put("id", "order_" + newKey());
    JsonObject fulfillment = new JsonObject().put("id", "ful_" + newKey()).put("items", lines());
    JsonObject data =
        await(provider().createFulfillment(newCall(), new JsonObject(), order, fulfillment));

    for (DocumentKind kind : DocumentKind.values()) {
      assertThat(await(provider().documents(newCall(), kind, data)))
          .allSatisfy(ProviderContract::assertStorable);
    }
  }
}
