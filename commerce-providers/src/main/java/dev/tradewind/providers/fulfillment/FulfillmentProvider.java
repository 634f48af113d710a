package dev.tradewind.providers.fulfillment;

import dev.tradewind.providers.ProviderCall;
import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import java.util.List;

/**
 * Ships what was bought. Found by {@link java.util.ServiceLoader}; one instance serves many
 * requests at once. Every call carries an idempotency key under which the provider does its work at
 * most once, and a deadline after which nobody waits. A future that fails with a problem is a
 * refusal; any other failure means that the outcome is not known.
 */
public interface FulfillmentProvider {

  /** The id by which regions and shipping options name this provider. */
  String id();

  /** The services of which shipping options can be made; each has an id. */
  Future<List<JsonObject>> options(ProviderCall call);

  /** Whether a shipping option can be made with this data, usually one of {@link #options}. */
  Future<Boolean> validateOption(ProviderCall call, JsonObject optionData);

  /** Whether this provider can say what shipping a cart with such an option costs. */
  Future<Boolean> canCalculate(ProviderCall call, JsonObject optionData);

  /**
   * What shipping the cart costs, in the smallest unit of its currency.
   *
   * @param data what the shopper chose
   * @param cart as the storefront sees it
   */
  Future<Long> calculatePrice(
      ProviderCall call, JsonObject optionData, JsonObject data, JsonObject cart);

  /**
   * What is kept with the shipping method of what the shopper sent, for example a pick-up point.
   */
  Future<JsonObject> validateData(
      ProviderCall call, JsonObject optionData, JsonObject data, JsonObject cart);

  /**
   * Has goods sent; the answer is the fulfilment's data.
   *
   * @param methodData what {@link #validateData} made of the choice
   * @param fulfillment with the lines that are sent
   */
  Future<JsonObject> createFulfillment(
      ProviderCall call, JsonObject methodData, JsonObject order, JsonObject fulfillment);

  /** Stops what was not sent yet; the answer is the fulfilment's new data. */
  Future<JsonObject> cancelFulfillment(ProviderCall call, JsonObject fulfillmentData);

  /** Has goods brought back; the answer is the return's shipping data. */
  Future<JsonObject> createReturn(ProviderCall call, JsonObject returned);
}
