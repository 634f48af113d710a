package dev.tradewind.cart.item;

import dev.tradewind.api.catalog.QuoteRequest;
import dev.tradewind.api.catalog.VariantQuote;
import dev.tradewind.cart.model.Cart;
import dev.tradewind.cart.model.LineItem;
import dev.tradewind.cart.model.LineItemBuilder;
import dev.tradewind.cart.reference.VariantQuoteService;
import dev.tradewind.kernel.operation.Problem;
import dev.tradewind.kernel.text.Ids;
import io.vertx.core.json.JsonObject;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/** Rules of a cart's line items, as pure functions from one cart to the next. */
public final class LineItemRules {

  private static final Ids IDS = Ids.of("item");

  /** Line items that a shopper may put into one cart. */
  public static final int MAX_ITEMS = 200;

  private LineItemRules() {}

  /** Line item that absorbs an added quantity: same variant, equal metadata. */
  public static Optional<LineItem> mergeTarget(Cart cart, String variantId, JsonObject metadata) {
    return cart.items().stream()
        .filter(LineItem::shouldMerge)
        .filter(item -> variantId.equals(item.variantId()) && metadata.equals(item.metadata()))
        .findFirst();
  }

  /** One quote item per line item of the variant, because their quantities add up. */
  public static List<QuoteRequest.Item> othersOf(
      Cart cart, String variantId, Optional<LineItem> except) {
    return cart.items().stream()
        .filter(item -> variantId.equals(item.variantId()))
        .filter(item -> except.map(line -> !line.id().equals(item.id())).orElse(true))
        .map(item -> new QuoteRequest.Item(variantId, item.quantity()))
        .toList();
  }

  public static LineItem created(VariantQuote quote, JsonObject metadata, Instant now) {
    return created(
            quote,
            Objects.requireNonNull(quote.unitPrice()),
            quote.includesTax(),
            true,
            metadata,
            now)
        .decided(quote.decisions());
  }

  /**
   * Line item at a price set by staff: the price is net, and adding the variant again makes another
   * line item.
   */
  public static LineItem createdAt(
      VariantQuote quote, long price, JsonObject metadata, Instant now) {
    return created(quote, price, false, false, metadata, now);
  }

  /** Line item without a variant: not taxed, not discounted, without stock. */
  public static LineItem custom(
      String title, long price, int quantity, JsonObject metadata, Instant now) {
    return LineItemBuilder.builder()
        .id(IDS.next())
        .createdAt(now)
        .updatedAt(now)
        .title(title)
        .shouldMerge(true)
        .hasShipping(true)
        .unitPrice(price)
        .quantity(quantity)
        .metadata(metadata)
        .more(new JsonObject())
        .returned(new JsonObject())
        .decisions(List.of())
        .build();
  }

  private static LineItem created(
      VariantQuote quote,
      long price,
      boolean includesTax,
      boolean shouldMerge,
      JsonObject metadata,
      Instant now) {
    JsonObject variant = quote.variant();
    JsonObject product = VariantQuoteService.product(quote);
    return LineItemBuilder.builder()
        .id(IDS.next())
        .createdAt(now)
        .updatedAt(now)
        .title(product.getString("title"))
        .description(variant.getString("title"))
        .thumbnail(product.getString("thumbnail"))
        .isGiftcard(product.getBoolean("is_giftcard", false))
        .shouldMerge(shouldMerge)
        .allowDiscounts(product.getBoolean("discountable", true))
        .unitPrice(price)
        .includesTax(includesTax)
        .quantity(quote.quantity())
        .variantId(variant.getString("id"))
        .productId(product.getString("id"))
        .profileId(product.getString("profile_id"))
        .metadata(metadata)
        .more(new JsonObject())
        .returned(new JsonObject())
        .decisions(List.of())
        .build();
  }

  /**
   * Refuses a further line item of a shopper: every response shows and computes all of them.
   *
   * @throws dev.tradewind.kernel.operation.Problem if the cart is full
   */
  public static void requireRoom(Cart cart) {
    if (cart.items().size() >= MAX_ITEMS) {
      throw Problem.notAllowed("A cart has at most " + MAX_ITEMS + " line items", null);
    }
  }

  public static Cart added(Cart cart, LineItem line) {
    List<LineItem> items = new ArrayList<>(cart.items());
    items.add(line);
    return withItems(cart, items);
  }

  public static Cart replaced(Cart cart, LineItem line) {
    return withItems(
        cart,
        cart.items().stream().map(item -> item.id().equals(line.id()) ? line : item).toList());
  }

  /** Cart without that line item; unchanged if there is none. */
  public static Cart removed(Cart cart, String lineId) {
    if (cart.item(lineId).isEmpty()) {
      return cart;
    }
    return withItems(
        cart, cart.items().stream().filter(item -> !item.id().equals(lineId)).toList());
  }

  /**
   * Every change of the line items removes the shipping methods, which were chosen for the old
   * ones.
   */
  public static Cart withItems(Cart cart, List<LineItem> items) {
    return cart.with(builder -> {
      builder.items(items.stream().map(item -> item.withHasShipping(false)).toList());
      builder.shippingMethods(List.of());
    });
  }

  /** Line items at the quoted prices. One without a price is removed, a custom one is unchanged. */
  public static List<LineItem> repriced(
      List<LineItem> items, List<VariantQuote> quotes, Instant now) {
    List<LineItem> repriced = new ArrayList<>();
    for (LineItem item : items) {
      if (item.variantId() == null) {
        repriced.add(item);
        continue;
      }
      VariantQuoteService.find(quotes, item.variantId(), item.quantity())
          .map(quote -> priced(item, quote, now))
          .ifPresent(line -> line.ifPresent(repriced::add));
    }
    return repriced;
  }

  /** Line items whose product is in the sales channel of the quotes. */
  public static List<LineItem> soldInChannel(List<LineItem> items, List<VariantQuote> quotes) {
    return items.stream()
        .filter(item ->
            item.variantId() == null
                || VariantQuoteService.find(quotes, item.variantId(), item.quantity())
                    .map(VariantQuote::inSalesChannel)
                    .orElse(false))
        .toList();
  }

  private static Optional<LineItem> priced(LineItem item, VariantQuote quote, Instant now) {
    Long price = quote.unitPrice();
    if (price == null) {
      return Optional.empty();
    }
    return Optional.of(
        price == item.unitPrice() && quote.includesTax() == item.includesTax()
            ? item
            : item.withPrice(price, quote.includesTax(), now).decided(quote.decisions()));
  }

  /**
   * Sum of two quantities.
   *
   * @throws dev.tradewind.kernel.operation.Problem if it exceeds the maximum of a line item
   */
  public static int sum(int quantity, int more) {
    long sum = (long) quantity + more;
    if (sum > Integer.MAX_VALUE) {
      throw Problem.invalidData("quantity is too large");
    }
    return (int) sum;
  }
}
