package dev.tradewind.cart.operation;

import dev.tradewind.api.address.Address;
import dev.tradewind.api.catalog.CatalogClient;
import dev.tradewind.cart.command.CartCommandExecutor;
import dev.tradewind.cart.discount.ApplyCodes;
import dev.tradewind.cart.item.CurrentPrices;
import dev.tradewind.cart.item.LineItemRules;
import dev.tradewind.cart.model.Cart;
import dev.tradewind.cart.model.CartMutation;
import dev.tradewind.cart.model.LineItem;
import dev.tradewind.cart.reference.CartReferenceLoader;
import dev.tradewind.cart.reference.RegionCountries;
import dev.tradewind.cart.reference.SalesChannelReferences;
import dev.tradewind.cart.view.CartResponse;
import dev.tradewind.kernel.operation.CallContext;
import dev.tradewind.kernel.operation.Problem;
import dev.tradewind.kernel.operation.Reply;
import dev.tradewind.kernel.operation.Request;
import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Atomic update of a cart, in the order of the contract: customer, region and prices, addresses,
 * sales channel, codes, context.
 */
public final class UpdateCart {

  /** Members that change the line items, their prices or the discounts. */
  private static final List<String> CONTENT =
      List.of("region_id", "sales_channel_id", "items", "discounts", "gift_cards");

  private final CartCommandExecutor commands;
  private final CartReferenceLoader referenceLoader;
  private final CatalogClient catalog;
  private final CartCustomerResolver customerResolver;
  private final UpdateAddresses addresses;
  private final ChangeRegion changeRegion;
  private final CurrentPrices prices;
  private final ApplyCodes codes;

  public UpdateCart(
      CartCommandExecutor commands,
      CartReferenceLoader referenceLoader,
      CatalogClient catalog,
      CartCustomerResolver customerResolver,
      UpdateAddresses addresses,
      ChangeRegion changeRegion,
      CurrentPrices prices,
      ApplyCodes codes) {
    this.commands = commands;
    this.referenceLoader = referenceLoader;
    this.catalog = catalog;
    this.customerResolver = customerResolver;
    this.addresses = addresses;
    this.changeRegion = changeRegion;
    this.prices = prices;
    this.codes = codes;
  }

  Future<Reply> update(Request request) {
    JsonObject body = request.body();
    return commands.run(
        request,
        CartResponse.CART,
        (cart, now) ->
            change(request.context(), cart, body, request.header("remote-address"), now));
  }

  public Future<CartMutation> change(
      CallContext context, Cart cart, JsonObject body, @Nullable String address, Instant now) {
    String regionId = body.getString("region_id");
    if (CONTENT.stream().anyMatch(name -> body.getValue(name) != null)) {
      cart.requireChangeableContent();
    }
    return withCustomer(context, cart, body)
        .compose(owned -> {
          // All guests have the same prices.
          boolean otherPrices =
              !cart.isOfSwap()
                  && !Objects.equals(owned.customerId(), cart.customerId())
                  && (owned.customerHasAccount() || cart.customerHasAccount());
          return withRegion(context, owned, body, now)
              .compose(moved -> withAddresses(context, moved, body, now))
              .compose(addressed -> withChannel(context, addressed, body))
              .compose(placed -> {
                if (regionId != null || otherPrices) {
                  return repriced(context, placed, now);
                }
                return Future.succeededFuture(placed);
              })
              .compose(priced -> codes.apply(context, cart, priced, body, address))
              .map(priced -> {
                Cart after = withContext(priced, body);
                return new CartMutation(after, events(cart, after), true);
              });
        });
  }

  private Future<Cart> withCustomer(CallContext context, Cart cart, JsonObject body) {
    long position = referenceLoader.position();
    return customerResolver
        .next(context, cart, body.getString("customer_id"), body.getString("email"))
        .map(customer -> {
          customer.ifPresent(found -> referenceLoader.customers().cache(position, found));
          Cart owned =
              customer
                  .map(found -> cart.with(builder -> CartCustomerResolver.put(builder, found)))
                  .orElse(cart);
          boolean isCleared = body.containsKey("email") && body.getValue("email") == null;
          return isCleared ? CartCustomerResolver.withoutGuest(owned) : owned;
        });
  }

  private Future<Cart> withRegion(CallContext context, Cart cart, JsonObject body, Instant now) {
    String regionId = body.getString("region_id");
    if (regionId == null || regionId.equals(cart.regionId())) {
      return Future.succeededFuture(cart);
    }
    return changeRegion.to(context, cart, regionId, country(body), now);
  }

  private Future<Cart> withAddresses(CallContext context, Cart cart, JsonObject body, Instant now) {
    Future<Optional<Address>> billing =
        body.containsKey("billing_address")
            ? addresses.of(
                context, cart, cart.billingAddress(), body.getValue("billing_address"), now)
            : Future.succeededFuture(Optional.ofNullable(cart.billingAddress()));
    Future<Optional<Address>> shipping =
        body.containsKey("shipping_address")
            ? addresses.of(
                context, cart, cart.shippingAddress(), body.getValue("shipping_address"), now)
            : Future.succeededFuture(Optional.ofNullable(cart.shippingAddress()));
    return Future.all(billing, shipping)
        .map(both ->
            cart.with(builder -> {
              builder.billingAddress(billing.result().orElse(null));
              builder.shippingAddress(withCountry(shipping.result().orElse(null), body, now));
            }))
        .compose(addressed -> requireShippable(context, cart, addressed));
  }

  /** A country given beside the address is the shipping country. */
  private static @Nullable Address withCountry(
      @Nullable Address shipping, JsonObject body, Instant now) {
    String country = body.getString("country_code");
    boolean inAddress =
        body.getValue("shipping_address") instanceof JsonObject fields
            && fields.getValue("country_code") != null;
    if (country == null || inAddress) {
      return shipping;
    }
    if (shipping == null) {
      return Address.created(
          UpdateAddresses.IDS.next(), new JsonObject().put("country_code", country), now);
    }
    return shipping.withCountry(country, now);
  }

  private Future<Cart> requireShippable(CallContext context, Cart before, Cart after) {
    Address shipping = after.shippingAddress();
    String country = shipping == null ? null : shipping.countryCode();
    if (country == null || Objects.equals(shipping, before.shippingAddress())) {
      return Future.succeededFuture(after);
    }
    return referenceLoader
        .regions()
        .findLive(context, after.regionId())
        .map(region -> {
          if (!RegionCountries.contains(region, country)) {
            throw Problem.invalidData("Shipping country must be in the cart region");
          }
          return after;
        });
  }

  private Future<Cart> withChannel(CallContext context, Cart cart, JsonObject body) {
    String channelId = body.getString("sales_channel_id");
    if (channelId == null || channelId.equals(cart.salesChannelId())) {
      return Future.succeededFuture(cart);
    }
    return catalog
        .findSalesChannel(context, channelId)
        .map(SalesChannelReferences::requireEnabled)
        .map(channel -> cart.with(builder -> builder.salesChannelId(channelId)))
        .compose(placed ->
            prices
                .quoted(context, placed)
                .map(quoted ->
                    withLines(placed, LineItemRules.soldInChannel(placed.items(), quoted))));
  }

  private Future<Cart> repriced(CallContext context, Cart cart, Instant now) {
    return prices
        .lines(context, cart, now)
        .map(items ->
            items.size() == cart.items().size()
                ? cart.with(builder ->
                    builder.items(items.stream().map(item -> item.withHasShipping(false)).toList()))
                : withLines(cart, items));
  }

  private static Cart withLines(Cart cart, List<LineItem> items) {
    return items.size() == cart.items().size() ? cart : LineItemRules.withItems(cart, items);
  }

  private static Cart withContext(Cart cart, JsonObject body) {
    if (!body.containsKey("context")) {
      return cart;
    }
    JsonObject input = body.getJsonObject("context");
    return cart.with(builder ->
        builder.context(
            input == null
                ? CartOrigin.cleared(cart.context())
                : CartOrigin.merged(cart.context(), input)));
  }

  /** Requested shipping country, given alone or in the shipping address. */
  private static @Nullable String country(JsonObject body) {
    String alone = body.getString("country_code");
    String input =
        alone == null && body.getValue("shipping_address") instanceof JsonObject fields
            ? fields.getString("country_code")
            : alone;
    return input == null ? null : input.toLowerCase(Locale.ROOT);
  }

  private static List<String> events(Cart before, Cart after) {
    if (Objects.equals(before.customerId(), after.customerId())
        && Objects.equals(before.email(), after.email())) {
      return List.of(CartMutation.UPDATED);
    }
    return List.of(CartMutation.CUSTOMER_UPDATED, CartMutation.UPDATED);
  }

  /** Assigns the cart to the authenticated customer who reads it, at that customer's prices. */
  Future<CartMutation> takeOver(CallContext context, Cart cart, Instant now) {
    return change(context, cart, new JsonObject(), null, now);
  }
}
