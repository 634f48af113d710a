package dev.tradewind.spi.fulfillment;

import dev.tradewind.spi.Provider;
import dev.tradewind.spi.ProviderCall;
import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import java.util.List;

/**
 * Fulfillment provider. Every call carries an idempotency key under which the provider does its
 * work at most once, and a deadline after which the caller has given up.
 */
public interface FulfillmentProvider extends Provider {

  /** The services on offer for shipping options; each has an id. */
  Future<List<JsonObject>> options(ProviderCall call);

  /** Whether this data is valid for a shipping option, usually one of {@link #options}. */
  Future<Boolean> validateOption(ProviderCall call, JsonObject optionData);

  /** Whether this provider calculates prices for such an option. */
  Future<Boolean> canCalculate(ProviderCall call, JsonObject optionData);

  /**
   * The shipping price of the cart, in the smallest unit of its currency.
   *
   * @param data of the shopper's choice
   * @param cart as the storefront shows it
   */
  Future<Long> calculatePrice(
      ProviderCall call, JsonObject optionData, JsonObject data, JsonObject cart);

  /**
   * The data to store with the shipping method from the shopper's input, for example a pick-up
   * point.
   */
  Future<JsonObject> validateData(
      ProviderCall call, JsonObject optionData, JsonObject data, JsonObject cart);

  /**
   * Ships goods; returns the fulfillment's data.
   *
   * @param methodData result of {@link #validateData}
   * @param fulfillment with the shipped lines
   */
  Future<JsonObject> createFulfillment(
      ProviderCall call, JsonObject methodData, JsonObject order, JsonObject fulfillment);

  /** Cancels an unshipped fulfillment; returns its new data. */
  Future<JsonObject> cancelFulfillment(ProviderCall call, JsonObject fulfillmentData);

  /** Arranges a return shipment; returns its shipping data. */
  Future<JsonObject> createReturn(ProviderCall call, JsonObject returned);

  /**
   * Documents of a fulfillment or return, such as labels and invoices; none unless the provider
   * overrides it.
   *
   * @param data of the fulfillment, or the shipping data of the return
   */
  default Future<List<JsonObject>> documents(
      ProviderCall call, DocumentKind kind, JsonObject data) {
    return Future.succeededFuture(List.of());
  }
}
