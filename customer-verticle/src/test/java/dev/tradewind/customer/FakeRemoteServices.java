package dev.tradewind.customer;

import static dev.tradewind.testing.Futures.await;

import dev.tradewind.api.catalog.CatalogClient;
import dev.tradewind.api.catalog.CatalogOperation;
import dev.tradewind.api.order.OrderClient;
import dev.tradewind.api.order.OrderOperation;
import dev.tradewind.kernel.operation.OperationClient;
import dev.tradewind.kernel.operation.Operations;
import dev.tradewind.kernel.operation.Reply;
import dev.tradewind.kernel.resource.RelatedQuery;
import dev.tradewind.kernel.resource.RelatedRow;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.time.Clock;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * Hand-written fakes of other verticles: every customer has one order, every group one price list,
 * and there are two countries.
 */
final class FakeRemoteServices {

  private static final List<String> COUNTRIES = List.of("no", "dk");

  /** Received requests. */
  final List<JsonObject> asked = new CopyOnWriteArrayList<>();

  FakeRemoteServices(Vertx vertx) {
    await(
        new Operations()
            .on(
                OrderOperation.FIND_ORDERS_OF_CUSTOMERS,
                request -> answer("orders", orders(request.input())))
            .serve(vertx, OperationClient.internalAddress(OrderClient.ADDRESS), Clock.systemUTC()));
    await(
        new Operations()
            .on(
                CatalogOperation.FIND_COUNTRIES,
                request -> answer("countries", countries(request.input())))
            .on(CatalogOperation.FIND_RELATED, request -> countriesByCode(request.input()))
            .on(
                CatalogOperation.FIND_PRICE_LISTS,
                request -> answer("price_lists", priceLists(request.input())))
            .serve(
                vertx, OperationClient.internalAddress(CatalogClient.ADDRESS), Clock.systemUTC()));
  }

  private static Future<Reply> answer(String name, JsonArray found) {
    return Future.succeededFuture(Reply.ok(new JsonObject().put(name, found)));
  }

  private JsonArray orders(JsonObject input) {
    asked.add(input);
    JsonArray orders = new JsonArray();
    for (Object customer : input.getJsonArray("customer_ids")) {
      orders.add(
          new JsonObject()
              .put("object", "order")
              .put("id", "order_of_" + customer)
              .put("customer_id", customer)
              .put("display_id", 7)
              .put("currency_code", "nok")
              .put("nonsense", true)
              .put(
                  "items",
                  new JsonArray().add(new JsonObject().put("id", "item_1").put("quantity", 2))));
    }
    return orders;
  }

  private Future<Reply> countriesByCode(JsonObject input) {
    asked.add(input);
    return Future.succeededFuture(
        Reply.ok(
            RelatedQuery.answer(
                RelatedQuery.parse(input).keys().stream()
                    .filter(COUNTRIES::contains)
                    .map(code ->
                        new RelatedRow(
                            code,
                            new JsonObject().put("iso_2", code).put("display_name", "Far away")))
                    .toList())));
  }

  private JsonArray countries(JsonObject input) {
    asked.add(input);
    JsonArray countries = new JsonArray();
    input.getJsonArray("codes").stream()
        .filter(COUNTRIES::contains)
        .forEach(code ->
            countries.add(new JsonObject().put("iso_2", code).put("display_name", "Far away")));
    return countries;
  }

  private JsonArray priceLists(JsonObject input) {
    asked.add(input);
    JsonArray lists = new JsonArray();
    for (Object group : input.getJsonArray("group_ids")) {
      lists.add(
          new JsonObject()
              .put("customer_group_id", group)
              .put("price_list", new JsonObject().put("id", "pl_of_" + group)));
    }
    return lists;
  }
}
