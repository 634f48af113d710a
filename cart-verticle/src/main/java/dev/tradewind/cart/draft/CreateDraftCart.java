package dev.tradewind.cart.draft;

import dev.tradewind.api.address.Address;
import dev.tradewind.api.cart.CartOperation;
import dev.tradewind.api.catalog.CatalogClient;
import dev.tradewind.api.catalog.QuoteRequest;
import dev.tradewind.api.catalog.ShippingOptionQuery;
import dev.tradewind.api.catalog.VariantQuote;
import dev.tradewind.cart.command.CartCommandExecutor;
import dev.tradewind.cart.command.GiftCardSale;
import dev.tradewind.cart.discount.CartDiscounts;
import dev.tradewind.cart.item.LineItemRules;
import dev.tradewind.cart.model.Cart;
import dev.tradewind.cart.model.CartMutation;
import dev.tradewind.cart.model.CustomShippingOption;
import dev.tradewind.cart.model.LineItem;
import dev.tradewind.cart.operation.CartCustomerResolver;
import dev.tradewind.cart.operation.UpdateAddresses;
import dev.tradewind.cart.reference.CartReferenceLoader;
import dev.tradewind.cart.reference.CartReferences;
import dev.tradewind.cart.reference.RegionCountries;
import dev.tradewind.cart.reference.VariantQuoteService;
import dev.tradewind.cart.shipping.ShippingEligibility;
import dev.tradewind.cart.shipping.ShippingRateService;
import dev.tradewind.cart.store.CartStore;
import dev.tradewind.cart.store.CompletedMetadata;
import dev.tradewind.cart.view.CartTotalsCalculator;
import dev.tradewind.cart.view.CartView;
import dev.tradewind.kernel.field.KnownFields;
import dev.tradewind.kernel.json.JsonArrays;
import dev.tradewind.kernel.operation.CallContext;
import dev.tradewind.kernel.operation.Operations;
import dev.tradewind.kernel.operation.Problem;
import dev.tradewind.kernel.operation.Reply;
import dev.tradewind.kernel.operation.Request;
import dev.tradewind.kernel.text.Ids;
import dev.tradewind.kernel.text.Timestamps;
import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.Pool;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Creation of a draft order's cart: customer, addresses, line items, shipping methods and discounts
 * in one save. Stock is checked at payment.
 */
public final class CreateDraftCart {

  private static final Ids IDS = Ids.of("cart");
  private static final Ids METHOD_IDS = Ids.of("sm");

  private final Pool pool;
  private final Clock clock;
  private final CartStore store;
  private final KnownFields fields;
  private final CartReferenceLoader referenceLoader;
  private final CatalogClient catalog;
  private final CartCustomerResolver customerResolver;
  private final UpdateAddresses addresses;
  private final VariantQuoteService quotes;
  private final CartDiscounts discounts;
  private final ShippingRateService shipping;

  public CreateDraftCart(
      Pool pool,
      Clock clock,
      CartStore store,
      KnownFields fields,
      CartReferenceLoader referenceLoader,
      CatalogClient catalog,
      CartCustomerResolver customerResolver,
      UpdateAddresses addresses,
      VariantQuoteService quotes,
      CartDiscounts discounts,
      ShippingRateService shipping) {
    this.pool = pool;
    this.clock = clock;
    this.store = store;
    this.fields = fields;
    this.referenceLoader = referenceLoader;
    this.catalog = catalog;
    this.customerResolver = customerResolver;
    this.addresses = addresses;
    this.quotes = quotes;
    this.discounts = discounts;
    this.shipping = shipping;
  }

  public void bind(Operations internal) {
    internal.on(CartOperation.CREATE_DRAFT_CART, this::create);
  }

  private Future<Reply> create(Request request) {
    CallContext context = request.context();
    JsonObject body = request.body();
    Instant now = Timestamps.now(clock);
    List<RequestedItem> requested = objects(body, "items").stream().map(RequestedItem::of).toList();
    return referenceLoader
        .readChanges()
        .compose(read ->
            referenceLoader
                .regions()
                .findLive(context, Objects.requireNonNull(body.getString("region_id"))))
        .compose(region ->
            owned(context, region, body, now)
                .compose(cart -> addressed(context, cart, region, body, now)))
        .compose(cart -> filled(request, cart, requested, now))
        .compose(cart -> shipped(context, cart, objects(body, "shipping_methods")))
        .compose(cart ->
            discounts.set(
                context,
                cart,
                objects(body, "discounts").stream().map(each -> each.getString("code")).toList()))
        .compose(cart ->
            CompletedMetadata.insert(
                fields, cart, (completed, declared) -> save(context, completed, declared, now)));
  }

  private Future<Reply> save(
      CallContext context, Cart cart, @Nullable String declared, Instant now) {
    return referenceLoader
        .cached(context, cart)
        .compose(references -> {
          if (context.isExpired(clock)) {
            // Deadline exceeded: the caller no longer waits, so do not save.
            return Future.failedFuture(Problem.conflict());
          }
          CartTotalsCalculator.requireExact(cart, references);
          Reply reply =
              Reply.ok("cart", CartView.render(cart, references, context.principal(), false));
          return store
              .insert(
                  pool,
                  cart,
                  declared,
                  List.of(
                      CartCommandExecutor.event(
                          context, now, CartMutation.CREATED, cart.id(), cart.version()),
                      CartCommandExecutor.event(
                          context, now, CartMutation.UPDATED, cart.id(), cart.version())))
              .map(reply);
        });
  }

  private Future<Cart> owned(CallContext context, JsonObject region, JsonObject body, Instant now) {
    Future<JsonObject> channel = catalog.findSalesChannel(context, null);
    Future<JsonObject> buyer =
        customerResolver.ofDraft(
            context,
            body.getString("customer_id"),
            Objects.requireNonNull(body.getString("email")));
    return Future.all(channel, buyer)
        .map(both ->
            Cart.created(IDS.next(), region.getString("id"), now)
                .with(builder -> {
                  builder.type(Cart.DRAFT_ORDER);
                  builder.salesChannelId(channel.result().getString("id"));
                  builder.metadata(DraftCartService.metadata(body));
                  CartCustomerResolver.put(builder, buyer.result());
                }));
  }

  /** Cart with the addresses of the body; rejects an address whose country is not in the region. */
  private Future<Cart> addressed(
      CallContext context, Cart cart, JsonObject region, JsonObject body, Instant now) {
    Future<Optional<Address>> shipping =
        addresses.of(context, cart, null, body.getValue("shipping_address"), now);
    Future<Optional<Address>> billing =
        addresses.of(context, cart, null, body.getValue("billing_address"), now);
    return Future.all(shipping, billing)
        .map(both -> {
          shipping.result().ifPresent(address -> requireIn(region, address, "Shipping"));
          billing.result().ifPresent(address -> requireIn(region, address, "Billing"));
          return cart.with(builder -> {
            builder.shippingAddress(shipping.result().orElseGet(() -> preset(region, now)));
            builder.billingAddress(billing.result().orElse(null));
          });
        });
  }

  private static void requireIn(JsonObject region, Address address, String which) {
    String country = address.countryCode();
    if (country == null || !RegionCountries.contains(region, country)) {
      throw Problem.notAllowed(which + " country not in region");
    }
  }

  private static @Nullable Address preset(JsonObject region, Instant now) {
    String only = RegionCountries.only(region);
    if (only == null) {
      return null;
    }
    return Address.created(
        UpdateAddresses.IDS.next(), new JsonObject().put("country_code", only), now);
  }

  /** Requested line item. */
  private record RequestedItem(
      int quantity,
      @Nullable String variantId,
      Optional<Long> price,
      String title,
      JsonObject metadata) {

    static RequestedItem of(JsonObject item) {
      return new RequestedItem(
          DraftCartService.quantity(item),
          item.getString("variant_id"),
          DraftCartService.price(item, "unit_price"),
          DraftCartService.title(item),
          DraftCartService.metadata(item));
    }

    QuoteRequest.Item quoteItem() {
      return new QuoteRequest.Item(Objects.requireNonNull(variantId), quantity);
    }

    LineItem line(List<VariantQuote> quoted, Instant now) {
      if (variantId == null) {
        return LineItemRules.custom(title, price.orElse(0L), quantity, metadata, now);
      }
      VariantQuote quote = VariantQuoteService.find(quoted, variantId, quantity).orElseThrow();
      return price
          .map(input ->
              GiftCardSale.requireNotPriced(LineItemRules.createdAt(quote, input, metadata, now)))
          .orElseGet(() -> LineItemRules.created(quote, metadata, now));
    }
  }

  private Future<Cart> filled(
      Request request, Cart cart, List<RequestedItem> requested, Instant now) {
    List<RequestedItem> ofVariants =
        requested.stream().filter(item -> item.variantId() != null).toList();
    return quotes
        .of(
            request.context(),
            cart,
            ofVariants.stream().map(RequestedItem::quoteItem).distinct().toList())
        .map(quoted -> {
          VariantQuoteService.requireKnown(
              ofVariants.stream().map(RequestedItem::quoteItem).toList(), quoted);
          VariantQuoteService.requirePriced(
              ofVariants.stream()
                  .filter(item -> item.price().isEmpty())
                  .map(RequestedItem::quoteItem)
                  .toList(),
              quoted);
          List<LineItem> lines = requested.stream().map(item -> item.line(quoted, now)).toList();
          GiftCardSale.requirePermitted(request, lines);
          return cart.with(builder -> builder.items(lines));
        });
  }

  private Future<Cart> shipped(CallContext context, Cart cart, List<JsonObject> methods) {
    if (methods.isEmpty()) {
      return Future.succeededFuture(cart);
    }
    List<String> ids = methods.stream().map(each -> each.getString("option_id")).toList();
    Future<List<JsonObject>> options =
        catalog.findShippingOptions(context, ShippingOptionQuery.byIds(ids));
    Future<CartReferences> references = referenceLoader.cached(context, cart);
    return Future.all(options, references)
        .compose(both -> {
          Map<String, JsonObject> found =
              options.result().stream()
                  .collect(Collectors.toMap(option -> option.getString("id"), Function.identity()));
          Cart priced = withCustomOptions(cart, methods, found);
          ShippingEligibility rules = new ShippingEligibility(priced, references.result());
          methods.forEach(method -> rules.requireUsable(option(found, method)));
          Future<Cart> shipped = Future.succeededFuture(priced);
          for (JsonObject method : methods) {
            shipped =
                shipped.compose(before ->
                    choose(context, before, references.result(), option(found, method), method));
          }
          return shipped;
        });
  }

  private Future<Cart> choose(
      CallContext context,
      Cart cart,
      CartReferences references,
      JsonObject option,
      JsonObject method) {
    String methodId = METHOD_IDS.next();
    JsonObject input = method.getJsonObject("data");
    // Shipping options priced by staff need no calculation.
    JsonObject known =
        CustomShippingOption.of(cart, option.getString("id")).isEmpty()
            ? option
            : option.copy().put("price_type", "flat_rate");
    return shipping
        .choose(
            context, cart, references, known, input == null ? new JsonObject() : input, methodId)
        .map(choice -> ShippingEligibility.added(cart, methodId, choice.option(), choice.data()));
  }

  private static Cart withCustomOptions(
      Cart cart, List<JsonObject> methods, Map<String, JsonObject> found) {
    List<CustomShippingOption> custom = new ArrayList<>();
    for (JsonObject method : methods) {
      String id = Objects.requireNonNull(option(found, method).getString("id"));
      DraftCartService.price(method, "price")
          .ifPresent(price -> {
            custom.removeIf(other -> other.shippingOptionId().equals(id));
            custom.add(CustomShippingOption.created(id, price));
          });
    }
    return cart.with(builder -> builder.customShippingOptions(custom));
  }

  private static JsonObject option(Map<String, JsonObject> found, JsonObject method) {
    String id = Objects.requireNonNull(method.getString("option_id"));
    JsonObject option = found.get(id);
    if (option == null) {
      throw Problem.notFound("Shipping Option with " + id + " was not found");
    }
    return option;
  }

  private static List<JsonObject> objects(JsonObject body, String name) {
    return JsonArrays.objects(body.getJsonArray(name));
  }
}
