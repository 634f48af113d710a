package dev.tradewind.cart.swap;

import dev.tradewind.api.address.Address;
import dev.tradewind.api.cart.CartOperation;
import dev.tradewind.api.cart.SwapCartRequest;
import dev.tradewind.api.catalog.CatalogClient;
import dev.tradewind.api.catalog.QuoteRequest;
import dev.tradewind.api.catalog.ShippingOptionQuery;
import dev.tradewind.api.catalog.VariantQuote;
import dev.tradewind.api.customer.CustomerClient;
import dev.tradewind.cart.command.CartCommandExecutor;
import dev.tradewind.cart.discount.CartDiscounts;
import dev.tradewind.cart.item.LineItemRules;
import dev.tradewind.cart.model.Cart;
import dev.tradewind.cart.model.CartCodec;
import dev.tradewind.cart.model.CartMutation;
import dev.tradewind.cart.model.CustomShippingOption;
import dev.tradewind.cart.model.LineItem;
import dev.tradewind.cart.reference.CartReferenceLoader;
import dev.tradewind.cart.reference.VariantQuoteService;
import dev.tradewind.cart.view.CartTotalsCalculator;
import dev.tradewind.kernel.Ids;
import dev.tradewind.kernel.Timestamps;
import dev.tradewind.kernel.operation.CallContext;
import dev.tradewind.kernel.operation.Operations;
import dev.tradewind.kernel.operation.Problem;
import dev.tradewind.kernel.operation.Reply;
import dev.tradewind.kernel.operation.Request;
import dev.tradewind.kernel.outbox.Outbox;
import dev.tradewind.totals.TotalsInput;
import io.vertx.core.Future;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Preparation of the cart of a swap: additional line items at today's prices, the credit of the
 * returned units and the charge for their shipping. The order verticle inserts it with the swap, in
 * one transaction.
 */
public final class PrepareSwapCart {

  private static final Ids IDS = Ids.of("cart");
  private static final Ids ITEM_IDS = Ids.of("item");

  private final CartReferenceLoader referenceLoader;
  private final CatalogClient catalog;
  private final CustomerClient customers;
  private final VariantQuoteService quotes;
  private final CartDiscounts discounts;
  private final Clock clock;

  public PrepareSwapCart(
      CartReferenceLoader referenceLoader,
      CatalogClient catalog,
      CustomerClient customers,
      VariantQuoteService quotes,
      CartDiscounts discounts,
      Clock clock) {
    this.referenceLoader = referenceLoader;
    this.catalog = catalog;
    this.customers = customers;
    this.quotes = quotes;
    this.discounts = discounts;
    this.clock = clock;
  }

  public void bind(Operations internal) {
    internal.on(CartOperation.PREPARE_SWAP_CART, this::prepare);
  }

  private Future<Reply> prepare(Request request) {
    SwapCartRequest wanted = SwapCartRequest.parse(request.input());
    CallContext context = request.context();
    Instant now = Timestamps.now(clock);
    return referenceLoader
        .readChanges()
        .compose(read -> requireOptions(context, wanted))
        .compose(known -> owned(context, wanted, now))
        .compose(cart -> filled(context, cart, wanted, now))
        .compose(cart -> discounts.setOfOrder(context, cart, wanted.discountIds()))
        .compose(cart ->
            priced(context, cart).map(input -> answer(context, cart, input.orElse(null), now)));
  }

  private Future<Void> requireOptions(CallContext context, SwapCartRequest wanted) {
    List<String> ids =
        wanted.customOptions().stream().map(SwapCartRequest.CustomOption::optionId).toList();
    if (ids.isEmpty()) {
      return Future.succeededFuture();
    }
    return catalog
        .findShippingOptions(context, ShippingOptionQuery.byIds(ids))
        .map(found -> {
          Set<String> known =
              found.stream().map(option -> option.getString("id")).collect(Collectors.toSet());
          for (String id : ids) {
            if (!known.contains(id)) {
              throw new Problem.NotFound(
                      "Shipping_option with shipping_option_id %s does not exist.".formatted(id))
                  .toException();
            }
          }
          return null;
        });
  }

  private Future<Cart> owned(CallContext context, SwapCartRequest wanted, Instant now) {
    return customers
        .findCustomers(context, List.of(wanted.customerId()))
        .map(found ->
            Cart.created(IDS.next(), wanted.regionId(), now)
                .with(builder -> {
                  builder.type = Cart.SWAP;
                  builder.salesChannelId = wanted.salesChannelId();
                  builder.customerId = wanted.customerId();
                  builder.customerHasAccount =
                      found.stream().anyMatch(customer -> customer.getBoolean("has_account"));
                  builder.email = wanted.email();
                  builder.billingAddress = address(wanted.billingAddress());
                  builder.shippingAddress = address(wanted.shippingAddress());
                  builder.customShippingOptions =
                      wanted.customOptions().stream()
                          .map(option ->
                              CustomShippingOption.created(option.optionId(), option.price()))
                          .toList();
                  builder.metadata =
                      new JsonObject()
                          .put("swap_id", wanted.swapId())
                          .put("parent_order_id", wanted.orderId());
                }));
  }

  private static @Nullable Address address(@Nullable JsonObject given) {
    return given == null ? null : Address.parse(given);
  }

  private Future<Cart> filled(CallContext context, Cart cart, SwapCartRequest wanted, Instant now) {
    List<QuoteRequest.Item> items = wanted.additionalItems();
    return quotes
        .of(context, cart, items.stream().distinct().toList())
        .map(quoted -> {
          VariantQuoteService.requirePriced(
              items, context.principal().isShopper() ? VariantQuoteService.onSale(quoted) : quoted);
          List<LineItem> lines = new ArrayList<>();
          for (QuoteRequest.Item item : items) {
            VariantQuote quote =
                VariantQuoteService.find(quoted, item.variantId(), item.quantity()).orElseThrow();
            lines.add(LineItemRules.created(quote, new JsonObject(), now).ofSwap(wanted.swapId()));
          }
          SwapCartRequest.ReturnShipping shipping = wanted.returnShipping();
          if (shipping != null) {
            lines.add(shippingLine(shipping, now));
          }
          wanted.returnedUnits().forEach(units -> lines.add(credit(units, now)));
          return cart.with(builder -> builder.items = lines);
        });
  }

  private static LineItem shippingLine(SwapCartRequest.ReturnShipping shipping, Instant now) {
    return new LineItem(
        ITEM_IDS.next(),
        now,
        now,
        "Return shipping",
        null,
        null,
        false,
        true,
        false,
        true,
        shipping.price(),
        shipping.includesTax(),
        1,
        null,
        null,
        null,
        new JsonObject(),
        null,
        true,
        new JsonObject().put("rates", shipping.rates()),
        new JsonObject());
  }

  /** Line item whose amounts are the negated ones of the returned units. */
  private static LineItem credit(SwapCartRequest.ReturnedUnits units, Instant now) {
    return new LineItem(
        ITEM_IDS.next(),
        now,
        now,
        units.title(),
        null,
        units.thumbnail(),
        false,
        true,
        true,
        false,
        -units.unitPrice(),
        units.includesTax(),
        units.quantity(),
        units.variantId(),
        null,
        null,
        new JsonObject(),
        null,
        true,
        new JsonObject()
            .put("rates", units.rates())
            .put("discount", units.discount())
            .put("discount_id", units.discountId()),
        new JsonObject());
  }

  /**
   * Input of the totals before taxes, for a cart with a discount.
   *
   * @throws dev.tradewind.kernel.operation.ProblemException if totals are larger than clients can
   *     read
   */
  private Future<Optional<TotalsInput>> priced(CallContext context, Cart cart) {
    if (cart.discounts().isEmpty() && !CartTotalsCalculator.mayBeInexact(cart)) {
      return Future.succeededFuture(Optional.empty());
    }
    return referenceLoader
        .cached(context, cart)
        .map(references -> {
          CartTotalsCalculator.requireExact(cart, references);
          return Optional.of(CartTotalsCalculator.input(cart, references, false));
        });
  }

  private static Reply answer(
      CallContext context, Cart cart, @Nullable TotalsInput input, Instant now) {
    JsonObject row =
        new JsonObject()
            .put("id", cart.id())
            .put("version", cart.version())
            .put("type", cart.type())
            .put("region_id", cart.regionId())
            .put("sales_channel_id", cart.salesChannelId())
            .put("customer_id", cart.customerId())
            .put("email", cart.email())
            .put("created_at", Timestamps.format(cart.createdAt()))
            .put("updated_at", Timestamps.format(cart.updatedAt()))
            .put("state_version", CartCodec.VERSION)
            .put("state", CartCodec.write(cart).state());
    JsonArray lines = new JsonArray();
    cart.items().stream()
        .filter(item -> Objects.nonNull(item.swapId()))
        .forEach(item -> lines.add(item.toJson()));
    return Reply.ok(
        new JsonObject()
            .put("row", row)
            .put(
                "events",
                Outbox.rows(
                    List.of(
                        CartCommandExecutor.event(
                            context, now, CartMutation.CREATED, cart.id(), cart.version()))))
            .put("lines", lines)
            .put("totals_input", input == null ? null : input.toJson()));
  }
}
