package dev.tradewind.cart.item;

import dev.tradewind.api.catalog.QuoteRequest;
import dev.tradewind.api.catalog.VariantQuote;
import dev.tradewind.api.problem.ShopProblems;
import dev.tradewind.cart.command.CartCommandExecutor;
import dev.tradewind.cart.discount.CartDiscounts;
import dev.tradewind.cart.model.CartMutation;
import dev.tradewind.cart.model.LineItem;
import dev.tradewind.cart.reference.CartHooks;
import dev.tradewind.cart.reference.VariantQuoteService;
import dev.tradewind.cart.view.CartResponse;
import dev.tradewind.kernel.operation.Metadata;
import dev.tradewind.kernel.operation.Operations;
import dev.tradewind.kernel.operation.Problem;
import dev.tradewind.kernel.operation.Reply;
import dev.tradewind.kernel.operation.Request;
import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Operations that add, change and remove line items of a cart. */
public final class LineItemService {

  private final CartCommandExecutor commands;
  private final VariantQuoteService quotes;
  private final CartHooks hooks;

  public LineItemService(
      CartCommandExecutor commands, VariantQuoteService quotes, CartHooks hooks) {
    this.hooks = hooks;
    this.commands = commands;
    this.quotes = quotes;
  }

  public void bind(Operations operations) {
    operations
        .on("storeAddLineItem", this::add)
        .on("storeUpdateLineItem", this::update)
        .on("storeDeleteLineItem", this::delete)
        .on("storeRemoveDiscount", this::removeDiscount);
  }

  private Future<Reply> add(Request request) {
    String variantId = request.body().getString("variant_id");
    int quantity = quantity(request.body());
    if (quantity == 0) {
      throw Problem.invalidData(
          "Unable to generate the line item because one or more required argument(s) are"
              + " missing. Ensure quantity, regionId, and variantId are passed");
    }
    JsonObject input = request.body().getJsonObject("metadata");
    JsonObject given = input == null ? new JsonObject() : input;
    return commands.executeIdempotent(
        request,
        CartResponse.CART,
        (cart, now) -> {
          cart.requireChangeableContent();
          JsonObject metadata = commands.ofNewLine(given);
          Optional<LineItem> target = LineItemRules.mergeTarget(cart, variantId, metadata);
          if (target.isEmpty()) {
            LineItemRules.requireRoom(cart);
          }
          int requested =
              target.map(line -> LineItemRules.sum(line.quantity(), quantity)).orElse(quantity);
          List<QuoteRequest.Item> items =
              items(variantId, requested, LineItemRules.othersOf(cart, variantId, target));
          return quotes
              .of(request.context(), cart, items)
              .compose(quoted -> {
                VariantQuoteService.requireAddable(List.of(items.get(0)), quoted);
                VariantQuote quote =
                    VariantQuoteService.find(quoted, variantId, requested).orElseThrow();
                LineItem line =
                    target
                        .map(merged -> withAddedQuantity(merged, quote, now))
                        .orElseGet(() -> LineItemRules.created(quote, metadata, now));
                return hooks.permitted(request.context(), cart, line, now);
              })
              .map(line ->
                  CartMutation.updated(
                      target.isPresent()
                          ? LineItemRules.replaced(cart, line)
                          : LineItemRules.added(cart, line)));
        });
  }

  /** Line item with an added quantity, at the price of the total quantity. */
  public static LineItem withAddedQuantity(LineItem line, VariantQuote quote, Instant now) {
    Long price = quote.unitPrice();
    LineItem grown = line.withQuantity(quote.quantity(), now);
    return price == null
        ? grown
        : grown.withPrice(price, quote.includesTax(), now).decided(quote.decisions());
  }

  private Future<Reply> update(Request request) {
    String lineId = request.path("line_id");
    int quantity = quantity(request.body());
    JsonObject metadata = request.body().getJsonObject("metadata");
    return commands.run(
        request,
        CartResponse.CART,
        (cart, now) -> {
          cart.requireChangeableContent();
          LineItem line =
              cart.item(lineId)
                  .orElseThrow(() -> Problem.invalidData("Could not find the line item"));
          if (quantity == 0) {
            return Future.succeededFuture(
                CartMutation.updated(LineItemRules.removed(cart, lineId)));
          }
          LineItem changed =
              metadata == null
                  ? line
                  : line.withMetadata(Metadata.merged(line.metadata(), metadata), now);
          String variantId = line.variantId();
          if (variantId == null) {
            return Future.succeededFuture(
                CartMutation.updated(
                    LineItemRules.replaced(cart, changed.withQuantity(quantity, now))));
          }
          List<QuoteRequest.Item> items =
              items(
                  variantId, quantity, LineItemRules.othersOf(cart, variantId, Optional.of(line)));
          return quotes
              .of(request.context(), cart, items)
              .compose(quoted -> {
                VariantQuote quote =
                    requireStock(
                        cart.isDraft() ? quoted : VariantQuoteService.onSale(quoted),
                        variantId,
                        quantity);
                LineItem resized = withAddedQuantity(changed, quote, now);
                return quantity > line.quantity()
                    ? hooks.permitted(request.context(), cart, resized, now)
                    : Future.succeededFuture(resized);
              })
              .map(resized -> CartMutation.updated(LineItemRules.replaced(cart, resized)));
        });
  }

  private Future<Reply> delete(Request request) {
    String lineId = request.path("line_id");
    return commands.run(
        request,
        CartResponse.CART,
        (cart, now) -> {
          cart.requireChangeableContent();
          return Future.succeededFuture(CartMutation.updated(LineItemRules.removed(cart, lineId)));
        });
  }

  private Future<Reply> removeDiscount(Request request) {
    String code = request.path("code");
    return commands.run(
        request,
        CartResponse.CART,
        (cart, now) -> {
          cart.requireChangeableContent();
          return Future.succeededFuture(CartMutation.updated(CartDiscounts.without(cart, code)));
        });
  }

  /** Quote of that quantity; rejects it if the stock is insufficient. */
  public static VariantQuote requireStock(
      List<VariantQuote> quoted, String variantId, int quantity) {
    VariantQuote quote =
        VariantQuoteService.find(quoted, variantId, quantity)
            .orElseThrow(
                () -> Problem.notFound("Variant with id: " + variantId + " was not found"));
    if (!quote.inStock()) {
      throw ShopProblems.insufficientInventory("Inventory doesn't cover the desired quantity");
    }
    return quote;
  }

  private static List<QuoteRequest.Item> items(
      String variantId, int quantity, List<QuoteRequest.Item> rest) {
    List<QuoteRequest.Item> items = new ArrayList<>();
    items.add(new QuoteRequest.Item(variantId, quantity));
    items.addAll(rest);
    return items;
  }

  /**
   * Quantity of a body, at least zero.
   *
   * @throws dev.tradewind.kernel.operation.Problem for a quantity out of range
   */
  public static int quantity(JsonObject body) {
    @Nullable Number quantity = body.getNumber("quantity");
    if (quantity == null || quantity.doubleValue() != Math.rint(quantity.doubleValue())) {
      throw Problem.invalidData("quantity must be an integer number");
    }
    if (quantity.doubleValue() < 0) {
      throw Problem.invalidData("quantity must not be less than 0");
    }
    if (quantity.doubleValue() > Integer.MAX_VALUE) {
      throw Problem.invalidData("quantity is too large");
    }
    return quantity.intValue();
  }
}
