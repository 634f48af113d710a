package dev.tradewind.cart.swap;

import dev.tradewind.api.address.Address;
import dev.tradewind.api.cart.CartOperation;
import dev.tradewind.api.cart.PreparedSwapCart;
import dev.tradewind.api.cart.PreparedSwapCartNewCartBuilder;
import dev.tradewind.api.cart.SwapCartRequest;
import dev.tradewind.api.catalog.CatalogClient;
import dev.tradewind.api.catalog.QuoteRequest;
import dev.tradewind.api.catalog.ShippingOptionQuery;
import dev.tradewind.api.catalog.VariantQuote;
import dev.tradewind.api.customer.CustomerClient;
import dev.tradewind.api.order.LineItemDetails;
import dev.tradewind.cart.discount.CartDiscounts;
import dev.tradewind.cart.item.LineItemRules;
import dev.tradewind.cart.model.Cart;
import dev.tradewind.cart.model.CartCodec;
import dev.tradewind.cart.model.CustomShippingOption;
import dev.tradewind.cart.model.LineItem;
import dev.tradewind.cart.model.LineItemBuilder;
import dev.tradewind.cart.reference.CartHooks;
import dev.tradewind.cart.reference.CartReferenceLoader;
import dev.tradewind.cart.reference.VariantQuoteService;
import dev.tradewind.cart.view.CartTotalsCalculator;
import dev.tradewind.kernel.field.CheckedMetadataStore;
import dev.tradewind.kernel.operation.CallContext;
import dev.tradewind.kernel.operation.Operations;
import dev.tradewind.kernel.operation.Problem;
import dev.tradewind.kernel.operation.Reply;
import dev.tradewind.kernel.operation.Request;
import dev.tradewind.kernel.text.Ids;
import dev.tradewind.kernel.text.Timestamps;
import dev.tradewind.totals.TotalsInput;
import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.Pool;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Preparation of the cart of a swap: additional line items at today's prices, the credit of the
 * returned units and the charge for their shipping. The order verticle inserts it with the swap, in
 * one transaction.
 */
public final class PrepareSwapCart {

  private static final Ids IDS = Ids.of("cart");
  private static final Ids ITEM_IDS = Ids.of("item");

  private final Pool pool;
  private final CartReferenceLoader referenceLoader;
  private final CatalogClient catalog;
  private final CustomerClient customers;
  private final VariantQuoteService quotes;
  private final CartHooks hooks;
  private final CartDiscounts discounts;
  private final Clock clock;

  public PrepareSwapCart(
      Pool pool,
      CartReferenceLoader referenceLoader,
      CatalogClient catalog,
      CustomerClient customers,
      VariantQuoteService quotes,
      CartHooks hooks,
      CartDiscounts discounts,
      Clock clock) {
    this.pool = pool;
    this.referenceLoader = referenceLoader;
    this.catalog = catalog;
    this.customers = customers;
    this.quotes = quotes;
    this.hooks = hooks;
    this.discounts = discounts;
    this.clock = clock;
  }

  public void bind(Operations internal) {
    internal.on(CartOperation.PREPARE_SWAP_CART, this::prepare);
  }

  private Future<Reply> prepare(Request request) {
    SwapCartRequest requested = SwapCartRequest.parse(request.input());
    CallContext context = request.context();
    Instant now = Timestamps.now(clock);
    return referenceLoader
        .readChanges()
        .compose(read -> requireOptions(context, requested))
        .compose(known -> owned(context, requested, now))
        .compose(cart ->
            CheckedMetadataStore.ofNew(pool, "line_item", new JsonObject())
                .compose(metadata -> filled(context, cart, requested, metadata, now)))
        .compose(cart -> discounts.setOfOrder(context, cart, requested.discountIds()))
        .compose(cart ->
            priced(context, cart)
                .map(input -> Reply.ok(prepared(cart, input.orElse(null)).toJson())));
  }

  private Future<Void> requireOptions(CallContext context, SwapCartRequest requested) {
    List<String> ids =
        requested.customOptions().stream().map(SwapCartRequest.CustomOption::optionId).toList();
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
              throw Problem.notFound(
                  "Shipping_option with shipping_option_id %s does not exist.".formatted(id));
            }
          }
          return null;
        });
  }

  private Future<Cart> owned(CallContext context, SwapCartRequest requested, Instant now) {
    return customers
        .findCustomers(context, List.of(requested.customerId()))
        .map(found ->
            Cart.created(IDS.next(), requested.regionId(), now)
                .with(builder -> {
                  builder.type(Cart.SWAP);
                  builder.salesChannelId(requested.salesChannelId());
                  builder.customerId(requested.customerId());
                  builder.customerHasAccount(
                      found.stream().anyMatch(customer -> customer.getBoolean("has_account")));
                  builder.email(requested.email());
                  builder.billingAddress(address(requested.billingAddress()));
                  builder.shippingAddress(address(requested.shippingAddress()));
                  builder.customShippingOptions(
                      requested.customOptions().stream()
                          .map(option ->
                              CustomShippingOption.created(option.optionId(), option.price()))
                          .toList());
                  builder.metadata(
                      new JsonObject()
                          .put("swap_id", requested.swapId())
                          .put("parent_order_id", requested.orderId()));
                }));
  }

  private static @Nullable Address address(@Nullable JsonObject fields) {
    return fields == null ? null : Address.parse(fields);
  }

  /**
   * @param metadata of each line item: the defaults of the declared fields
   */
  private Future<Cart> filled(
      CallContext context, Cart cart, SwapCartRequest requested, JsonObject metadata, Instant now) {
    List<QuoteRequest.Item> items = requested.additionalItems();
    return quotes
        .of(context, cart, items.stream().distinct().toList())
        .compose(quoted -> {
          VariantQuoteService.requirePriced(
              items, context.principal().isShopper() ? VariantQuoteService.onSale(quoted) : quoted);
          List<LineItem> lines = new ArrayList<>();
          for (QuoteRequest.Item item : items) {
            VariantQuote quote =
                VariantQuoteService.find(quoted, item.variantId(), item.quantity()).orElseThrow();
            lines.add(LineItemRules.created(quote, metadata, now).ofSwap(requested.swapId()));
          }
          SwapCartRequest.ReturnShipping shipping = requested.returnShipping();
          if (shipping != null) {
            lines.add(shippingLine(shipping, metadata, now));
          }
          requested.returnedUnits().forEach(units -> lines.add(credit(units, metadata, now)));
          return permitted(context, cart, lines, now);
        });
  }

  /** Cart with the lines; a shopper's additional ones as hooks permit them. */
  private Future<Cart> permitted(
      CallContext context, Cart cart, List<LineItem> lines, Instant now) {
    Future<Cart> filled = Future.succeededFuture(cart);
    for (LineItem line : lines) {
      boolean isChosen = !line.isReturn() && context.principal().isShopper();
      filled =
          filled.compose(some ->
              (isChosen
                      ? hooks
                          .permitted(context, some, line, now)
                          .compose(decided -> completed(decided, line.metadata(), now))
                      : Future.succeededFuture(line))
                  .map(permitted -> with(some, permitted)));
    }
    return filled;
  }

  /**
   * The line with what a hook has added to its metadata in the form of the declared fields.
   *
   * @param before metadata without the hook's
   */
  private Future<LineItem> completed(LineItem decided, JsonObject before, Instant now) {
    return decided.metadata().equals(before)
        ? Future.succeededFuture(decided)
        : CheckedMetadataStore.ofNew(pool, "line_item", decided.metadata())
            .map(metadata -> decided.withMetadata(metadata, now));
  }

  private static Cart with(Cart cart, LineItem line) {
    return cart.with(
        builder -> builder.items(Stream.concat(cart.items().stream(), Stream.of(line)).toList()));
  }

  private static LineItem shippingLine(
      SwapCartRequest.ReturnShipping shipping, JsonObject metadata, Instant now) {
    return LineItemBuilder.builder()
        .id(ITEM_IDS.next())
        .createdAt(now)
        .updatedAt(now)
        .title("Return shipping")
        .shouldMerge(true)
        .hasShipping(true)
        .unitPrice(shipping.price())
        .includesTax(shipping.includesTax())
        .quantity(1)
        .metadata(metadata)
        .isReturn(true)
        .returned(new JsonObject().put("rates", shipping.rates()))
        .decisions(List.of())
        .more(new JsonObject())
        .build();
  }

  /** Line item whose amounts are the negated ones of the returned units. */
  private static LineItem credit(
      SwapCartRequest.ReturnedUnits units, JsonObject metadata, Instant now) {
    return LineItemBuilder.builder()
        .id(ITEM_IDS.next())
        .createdAt(now)
        .updatedAt(now)
        .title(units.title())
        .thumbnail(units.thumbnail())
        .shouldMerge(true)
        .allowDiscounts(true)
        .unitPrice(-units.unitPrice())
        .includesTax(units.includesTax())
        .quantity(units.quantity())
        .variantId(units.variantId())
        .metadata(metadata)
        .isReturn(true)
        .returned(
            new JsonObject()
                .put("rates", units.rates())
                .put("discount", units.discount())
                .put("discount_id", units.discountId()))
        .decisions(List.of())
        .more(new JsonObject())
        .build();
  }

  /**
   * Input of the totals before taxes, for a cart with a discount.
   *
   * @throws dev.tradewind.kernel.operation.Problem if totals are larger than clients can read
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

  private static PreparedSwapCart prepared(Cart cart, @Nullable TotalsInput input) {
    return new PreparedSwapCart(
        PreparedSwapCartNewCartBuilder.builder()
            .id(cart.id())
            .version(cart.version())
            .regionId(cart.regionId())
            .salesChannelId(cart.salesChannelId())
            .customerId(cart.customerId())
            .email(cart.email())
            .createdAt(cart.createdAt())
            .updatedAt(cart.updatedAt())
            .stateVersion(CartCodec.VERSION)
            .state(CartCodec.write(cart).state())
            .build(),
        cart.items().stream()
            .filter(item -> item.swapId() != null)
            .map(item ->
                new PreparedSwapCart.Line(
                    LineItemDetails.parse(item.toJson()),
                    item.unitPrice(),
                    item.quantity(),
                    item.includesTax()))
            .toList(),
        input);
  }
}
