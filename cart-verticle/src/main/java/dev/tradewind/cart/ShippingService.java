package dev.tradewind.cart;

import dev.tradewind.kernel.Ids;
import dev.tradewind.kernel.operation.Operations;
import dev.tradewind.kernel.operation.Problem;
import dev.tradewind.kernel.operation.Reply;
import dev.tradewind.kernel.operation.Request;
import dev.tradewind.model.catalog.CatalogClient;
import dev.tradewind.model.catalog.ShippingOptionQuery;
import io.vertx.core.Future;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.Pool;
import java.util.List;
import java.util.Objects;

/** Which ways of shipping fit a cart, and the choice of one. */
final class ShippingService {

  private static final Ids IDS = Ids.of("sm");

  private final Pool pool;
  private final CartStore store;
  private final CartCommands commands;
  private final CartContexts contexts;
  private final CatalogClient catalog;
  private final ShippingQuotes quotes;

  ShippingService(
      Pool pool,
      CartStore store,
      CartCommands commands,
      CartContexts contexts,
      CatalogClient catalog,
      ShippingQuotes quotes) {
    this.pool = pool;
    this.store = store;
    this.commands = commands;
    this.contexts = contexts;
    this.catalog = catalog;
    this.quotes = quotes;
  }

  void bind(Operations operations) {
    operations.on("storeGetShippingOption", this::list).on("storeAddShippingMethod", this::add);
  }

  private Future<Reply> list(Request request) {
    return store
        .load(pool, request.path("cart_id"))
        .compose(cart -> {
          CartCommands.requireVisible(cart, request.principal());
          List<String> profiles =
              cart.items().stream()
                  .map(LineItem::profileId)
                  .filter(Objects::nonNull)
                  .distinct()
                  .toList();
          if (profiles.isEmpty()) {
            return Future.succeededFuture(List.<JsonObject>of());
          }
          Future<CartContext> surroundings = contexts.cached(request.context(), cart, false);
          Future<List<JsonObject>> options =
              catalog.findShippingOptions(
                  request.context(), ShippingOptionQuery.forShoppers(cart.regionId(), profiles));
          return Future.all(surroundings, options)
              .compose(both -> priced(request, cart, surroundings.result(), options.result()));
        })
        .map(options -> Reply.ok(new JsonObject().put("shipping_options", new JsonArray(options))));
  }

  private Future<List<JsonObject>> priced(
      Request request, Cart cart, CartContext surroundings, List<JsonObject> options) {
    ShippingRules rules = new ShippingRules(cart, surroundings);
    List<JsonObject> fitting = options.stream().filter(rules::areMet).toList();
    Future<List<JsonObject>> offered =
        quotes.priced(request.context(), cart, surroundings, fitting);
    Future<CartTaxes> taxes =
        contexts.taxesOfOptions(
            request.context(),
            surroundings.region(),
            fitting.stream().map(option -> option.getString("id")).toList());
    return Future.all(offered, taxes)
        .map(both ->
            offered.result().stream().map(option -> rules.priced(option, taxes.result())).toList());
  }

  private Future<Reply> add(Request request) {
    String optionId = request.body().getString("option_id");
    JsonObject given = request.body().getJsonObject("data");
    JsonObject data = given == null ? new JsonObject() : given;
    String methodId = IDS.next();
    return commands.run(
        request,
        CartAnswer.CART,
        (cart, now) -> {
          Future<CartContext> surroundings = contexts.cached(request.context(), cart, false);
          Future<JsonObject> option = option(request, optionId);
          return Future.all(surroundings, option)
              .compose(both -> {
                new ShippingRules(cart, surroundings.result()).requireUsable(option.result());
                return quotes.choose(
                    request.context(),
                    cart,
                    surroundings.result(),
                    option.result(),
                    data,
                    methodId);
              })
              .map(choice ->
                  CartChange.updated(
                      ShippingRules.chosen(cart, methodId, choice.option(), choice.data())));
        });
  }

  private Future<JsonObject> option(Request request, String id) {
    return catalog
        .findShippingOptions(request.context(), ShippingOptionQuery.byIds(List.of(id)))
        .map(options ->
            options.stream()
                .findFirst()
                .orElseThrow(() ->
                    new Problem.NotFound("Shipping Option with " + id + " was not found")
                        .toException()));
  }
}
