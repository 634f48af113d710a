package dev.tradewind.acceptance.failuredomain;

import io.vertx.core.json.JsonObject;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * Carts, orders and a file that the {@link DomainProbe}s of one outage change, prepared before it.
 */
record DomainWork(
    DomainShop shop,
    String cart,
    String readyCart,
    String cartPaidAtStripe,
    JsonObject placed,
    JsonObject placedAtStripe,
    JsonObject captured,
    JsonObject capturedAtStripe,
    JsonObject refundable,
    JsonObject shipped,
    JsonObject cancelable,
    String fileUrl) {

  static DomainWork prepare(DomainShop shop) {
    try (ExecutorService shoppers = Executors.newVirtualThreadPerTaskExecutor()) {
      Future<JsonObject> placed = shoppers.submit(() -> shop.placed(shop.readyCart()));
      Future<JsonObject> placedAtStripe =
          shoppers.submit(() -> shop.placed(shop.cartPaidAtStripe()));
      Future<JsonObject> captured =
          shoppers.submit(() -> shop.captured(shop.placed(shop.readyCart())));
      Future<JsonObject> capturedAtStripe =
          shoppers.submit(() -> shop.captured(shop.placed(shop.cartPaidAtStripe())));
      Future<JsonObject> refundable =
          shoppers.submit(() -> shop.captured(shop.placed(shop.readyCart())));
      Future<JsonObject> shipped =
          shoppers.submit(() -> shop.shipped(shop.captured(shop.placed(shop.readyCart()))));
      Future<JsonObject> cancelable = shoppers.submit(() -> shop.placed(shop.readyCart()));
      return new DomainWork(
          shop,
          shop.newCart(),
          shop.readyCart(),
          shop.cartPaidAtStripe(),
          placed.get(),
          placedAtStripe.get(),
          captured.get(),
          capturedAtStripe.get(),
          refundable.get(),
          shipped.get(),
          cancelable.get(),
          DomainShop.ok(shop.upload()).getJsonArray("uploads").getJsonObject(0).getString("url"));
    } catch (ExecutionException failure) {
      throw new AssertionError(failure);
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new AssertionError(interrupted);
    }
  }
}
