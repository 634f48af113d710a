package dev.tradewind.cart.shipping;

import dev.tradewind.api.catalog.CatalogClient;
import dev.tradewind.api.catalog.ShippingOptionQuery;
import dev.tradewind.cart.command.CartCommandExecutor;
import dev.tradewind.cart.model.Cart;
import dev.tradewind.cart.model.CartMutation;
import dev.tradewind.cart.model.CustomShippingOption;
import dev.tradewind.cart.model.LineItem;
import dev.tradewind.cart.reference.CartHooks;
import dev.tradewind.cart.reference.CartReferenceLoader;
import dev.tradewind.cart.reference.CartReferences;
import dev.tradewind.cart.reference.DeletedDiscounts;
import dev.tradewind.cart.store.CartStore;
import dev.tradewind.cart.tax.CartTaxes;
import dev.tradewind.cart.view.CartResponse;
import dev.tradewind.kernel.operation.Operations;
import dev.tradewind.kernel.operation.Problem;
import dev.tradewind.kernel.operation.Reply;
import dev.tradewind.kernel.operation.Request;
import dev.tradewind.kernel.text.Ids;
import io.vertx.core.Future;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.Pool;
import java.util.List;
import java.util.Objects;

/** Operations on shipping methods: the eligible options of a cart, and the choice of one. */
public final class ShippingService {

  private static final Ids IDS = Ids.of("sm");

  private final Pool pool;
  private final CartStore store;
  private final CartCommandExecutor commands;
  private final CartReferenceLoader referenceLoader;
  private final DeletedDiscounts deletedDiscounts;
  private final CatalogClient catalog;
  private final ShippingRateService rates;
  private final CartHooks hooks;

  public ShippingService(
      Pool pool,
      CartStore store,
      CartCommandExecutor commands,
      CartReferenceLoader referenceLoader,
      DeletedDiscounts deletedDiscounts,
      CatalogClient catalog,
      ShippingRateService rates,
      CartHooks hooks) {
    this.pool = pool;
    this.store = store;
    this.commands = commands;
    this.referenceLoader = referenceLoader;
    this.deletedDiscounts = deletedDiscounts;
    this.catalog = catalog;
    this.rates = rates;
    this.hooks = hooks;
  }

  public void bind(Operations operations) {
    operations.on("storeGetShippingOption", this::list).on("storeAddShippingMethod", this::add);
  }

  private Future<Reply> list(Request request) {
    return referenceLoader
        .readChanges()
        .compose(read -> store.load(pool, request.path("cart_id")))
        .compose(cart -> {
          CartCommandExecutor.requireVisible(cart, request.principal());
          return deletedDiscounts.removedFrom(request.context(), cart);
        })
        .compose(cart -> {
          Future<CartReferences> references = referenceLoader.cached(request.context(), cart);
          Future<List<JsonObject>> options = options(request, cart);
          return Future.all(references, options)
              .compose(both -> priced(request, cart, references.result(), options.result()));
        })
        .map(options -> Reply.ok(new JsonObject().put("shipping_options", new JsonArray(options))));
  }

  /** The custom options alone, at their prices, if staff set some. */
  private Future<List<JsonObject>> options(Request request, Cart cart) {
    if (!cart.customShippingOptions().isEmpty()) {
      return catalog
          .findShippingOptions(
              request.context(),
              ShippingOptionQuery.byIds(
                  cart.customShippingOptions().stream()
                      .map(CustomShippingOption::shippingOptionId)
                      .toList()))
          .map(found ->
              found.stream()
                  .map(option ->
                      CustomShippingOption.of(cart, option.getString("id"))
                          .map(custom ->
                              option
                                  .copy()
                                  .put("amount", custom.price())
                                  .put("price_type", "flat_rate"))
                          .orElse(option))
                  .toList());
    }
    List<String> profiles =
        cart.items().stream().map(LineItem::profileId).filter(Objects::nonNull).distinct().toList();
    if (profiles.isEmpty()) {
      return Future.succeededFuture(List.of());
    }
    return catalog.findShippingOptions(
        request.context(), ShippingOptionQuery.forShoppers(cart.regionId(), profiles));
  }

  private Future<List<JsonObject>> priced(
      Request request, Cart cart, CartReferences references, List<JsonObject> options) {
    ShippingEligibility eligibility = new ShippingEligibility(cart, references);
    List<JsonObject> fitting =
        cart.customShippingOptions().isEmpty()
            ? options.stream().filter(eligibility::areMet).toList()
            : options;
    Future<List<JsonObject>> offered =
        rates
            .priced(request.context(), cart, references, fitting)
            .compose(priced -> hooks.offered(request.context(), cart, priced))
            .map(left -> left.stream().map(CartHooks.Offered::option).toList());
    Future<CartTaxes> taxes =
        referenceLoader
            .taxes()
            .ofOptions(
                request.context(),
                references.region(),
                fitting.stream().map(option -> option.getString("id")).toList());
    return Future.all(offered, taxes)
        .map(both ->
            offered.result().stream()
                .map(option -> eligibility.priced(option, taxes.result()))
                .toList());
  }

  private Future<Reply> add(Request request) {
    String optionId = request.body().getString("option_id");
    JsonObject input = request.body().getJsonObject("data");
    JsonObject data = input == null ? new JsonObject() : input;
    String methodId = IDS.next();
    return commands.run(
        request,
        CartResponse.CART,
        (cart, now) -> {
          Future<CartReferences> references = referenceLoader.cached(request.context(), cart);
          Future<JsonObject> option = option(request, optionId);
          return Future.all(references, option)
              .compose(both -> {
                new ShippingEligibility(cart, references.result()).requireUsable(option.result());
                return rates.choose(
                    request.context(), cart, references.result(), option.result(), data, methodId);
              })
              .compose(choice ->
                  hooks
                      .chosen(request.context(), cart, choice.option())
                      .map(offered ->
                          CartMutation.updated(
                              ShippingEligibility.chosen(
                                      cart, methodId, offered.option(), choice.data())
                                  .withMethodDecided(methodId, offered.decisions()))));
        });
  }

  private Future<JsonObject> option(Request request, String id) {
    return referenceLoader
        .shippingOptions()
        .find(request.context(), id)
        .map(option ->
            option.orElseThrow(
                () -> Problem.notFound("Shipping Option with " + id + " was not found")));
  }
}
