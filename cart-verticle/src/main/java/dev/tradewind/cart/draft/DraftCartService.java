package dev.tradewind.cart.draft;

import dev.tradewind.api.cart.CartOperation;
import dev.tradewind.api.catalog.QuoteRequest;
import dev.tradewind.api.catalog.VariantQuote;
import dev.tradewind.api.graph.CartGraph;
import dev.tradewind.cart.command.CartCommandExecutor;
import dev.tradewind.cart.command.GiftCardSale;
import dev.tradewind.cart.item.LineItemRules;
import dev.tradewind.cart.item.LineItemService;
import dev.tradewind.cart.model.Cart;
import dev.tradewind.cart.model.CartMutation;
import dev.tradewind.cart.model.LineItem;
import dev.tradewind.cart.operation.UpdateCart;
import dev.tradewind.cart.reference.CartReferenceLoader;
import dev.tradewind.cart.reference.DeletedDiscounts;
import dev.tradewind.cart.reference.VariantQuoteService;
import dev.tradewind.cart.store.CartStore;
import dev.tradewind.cart.view.CartResponse;
import dev.tradewind.cart.view.CartResponses;
import dev.tradewind.cart.view.CartView;
import dev.tradewind.kernel.operation.CallContext;
import dev.tradewind.kernel.operation.Metadata;
import dev.tradewind.kernel.operation.OperationClient;
import dev.tradewind.kernel.operation.Operations;
import dev.tradewind.kernel.operation.Problem;
import dev.tradewind.kernel.operation.Reply;
import dev.tradewind.kernel.operation.Request;
import dev.tradewind.kernel.resource.read.RelatedRows;
import io.vertx.core.Future;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.Pool;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Operations on the carts of draft orders: the commands of every cart, plus prices set by staff.
 */
public final class DraftCartService {

  static final String CUSTOM_TITLE = "Custom item";

  private final Pool pool;
  private final CartStore store;
  private final CartReferenceLoader referenceLoader;
  private final DeletedDiscounts deletedDiscounts;
  private final CartResponses responses;
  private final CartCommandExecutor commands;
  private final UpdateCart updateCart;
  private final VariantQuoteService quotes;

  public DraftCartService(
      Pool pool,
      CartStore store,
      CartReferenceLoader referenceLoader,
      DeletedDiscounts deletedDiscounts,
      CartResponses responses,
      CartCommandExecutor commands,
      UpdateCart updateCart,
      VariantQuoteService quotes) {
    this.pool = pool;
    this.store = store;
    this.referenceLoader = referenceLoader;
    this.deletedDiscounts = deletedDiscounts;
    this.responses = responses;
    this.commands = commands;
    this.updateCart = updateCart;
    this.quotes = quotes;
  }

  public void bind(Operations internal, OperationClient bus) {
    new RelatedRows(pool, bus)
        .documents(CartGraph.CART, (reach, ids) -> find(reach.context(), ids))
        .bind(internal, CartOperation.FIND_RELATED);
    internal
        .on(CartOperation.CHANGE_DRAFT_CART, this::change)
        .on(CartOperation.ADD_DRAFT_LINE, this::addLine)
        .on(CartOperation.CHANGE_DRAFT_LINE, this::changeLine)
        .on(CartOperation.REMOVE_DRAFT_LINE, this::removeLine)
        .on(CartOperation.FIND_CHANGED_DRAFT_CARTS, this::findChanged);
  }

  private Future<List<JsonObject>> find(CallContext context, List<String> ids) {
    return referenceLoader
        .readChanges()
        .compose(read -> store.loadAll(pool, ids))
        .compose(carts -> deletedDiscounts.removedFrom(context, carts))
        .compose(carts -> referenceLoader.prepare(context, carts).map(carts))
        .compose(carts ->
            Future.all(
                carts.stream()
                    .map(cart ->
                        referenceLoader
                            .cached(context, cart)
                            .map(references ->
                                CartView.render(cart, references, context.principal(), false)))
                    .toList()))
        .compose(views -> responses.carts(context, views.list()));
  }

  private Future<Reply> findChanged(Request request) {
    Instant since = Instant.parse(request.input().getString("since"));
    return store
        .findChangedDrafts(pool, since, request.input().getInteger("limit"))
        .map(carts -> Reply.ok(new JsonObject().put("carts", new JsonArray(carts))));
  }

  private Future<Reply> change(Request request) {
    JsonObject body = request.body();
    return commands.run(
        request,
        CartResponse.CART,
        (cart, now) -> updateCart.change(request.context(), cart, body, null, now));
  }

  private Future<Reply> addLine(Request request) {
    JsonObject body = request.body();
    int quantity = quantity(body);
    JsonObject metadata = metadata(body);
    Optional<Long> price = price(body, "unit_price");
    String variantId = body.getString("variant_id");
    if (variantId == null) {
      return commands.run(
          request,
          CartResponse.CART,
          (cart, now) ->
              Future.succeededFuture(
                  CartMutation.updated(
                      cart.with(builder ->
                          builder.items(
                              and(
                                  cart.items(),
                                  LineItemRules.custom(
                                      title(body), price.orElse(0L), quantity, metadata, now)))))));
    }
    return commands.run(
        request,
        CartResponse.CART,
        (cart, now) ->
            addVariant(
                request, cart, variantId, quantity, price, commands.ofNewLine(metadata), now));
  }

  /** As for a shopper, but without the restriction to a sales channel. */
  private Future<CartMutation> addVariant(
      Request request,
      Cart cart,
      String variantId,
      int quantity,
      Optional<Long> price,
      JsonObject metadata,
      Instant now) {
    Optional<LineItem> target =
        price.isPresent() ? Optional.empty() : LineItemRules.mergeTarget(cart, variantId, metadata);
    int requested =
        target.map(line -> LineItemRules.sum(line.quantity(), quantity)).orElse(quantity);
    QuoteRequest.Item item = new QuoteRequest.Item(variantId, requested);
    List<QuoteRequest.Item> items = new ArrayList<>(List.of(item));
    items.addAll(LineItemRules.othersOf(cart, variantId, target));
    return quotes
        .of(request.context(), cart, items)
        .map(quoted -> {
          if (price.isPresent()) {
            VariantQuoteService.requireKnown(List.of(item), quoted);
          } else {
            VariantQuoteService.requirePriced(List.of(item), quoted);
          }
          VariantQuoteService.requireCovered(quoted);
          VariantQuote quote = VariantQuoteService.find(quoted, variantId, requested).orElseThrow();
          LineItem line =
              target
                  .map(merged -> LineItemService.withAddedQuantity(merged, quote, now))
                  .orElseGet(() ->
                      price
                          .map(fields ->
                              GiftCardSale.requireNotPriced(
                                  LineItemRules.createdAt(quote, fields, metadata, now)))
                          .orElseGet(() -> LineItemRules.created(quote, metadata, now)));
          GiftCardSale.requirePermitted(request, List.of(line));
          return CartMutation.updated(
              target.isPresent()
                  ? LineItemRules.replaced(cart, line)
                  : LineItemRules.added(cart, line));
        });
  }

  /** The last price set by staff applies, regardless of the quantity. */
  private Future<Reply> changeLine(Request request) {
    JsonObject body = request.body();
    String lineId = request.path("line_id");
    Optional<Integer> quantity =
        body.getNumber("quantity") == null
            ? Optional.empty()
            : Optional.of(LineItemService.quantity(body));
    return commands.run(
        request,
        CartResponse.CART,
        (cart, now) -> {
          LineItem line =
              cart.item(lineId)
                  .orElseThrow(() -> Problem.invalidData("Could not find the line item"));
          if (quantity.isPresent() && quantity.get() == 0) {
            return Future.succeededFuture(
                CartMutation.updated(LineItemRules.removed(cart, lineId)));
          }
          GiftCardSale.requirePermitted(request, List.of(line));
          LineItem changed = changed(line, body, quantity, now);
          return requireCovered(request.context(), cart, line, quantity)
              .map(covered -> CartMutation.updated(LineItemRules.replaced(cart, changed)));
        });
  }

  private static LineItem changed(
      LineItem line, JsonObject body, Optional<Integer> quantity, Instant now) {
    LineItem changed = line;
    if (quantity.isPresent()) {
      changed = changed.withQuantity(quantity.get(), now);
    }
    Optional<Long> price = price(body, "unit_price");
    if (price.isPresent()) {
      changed =
          GiftCardSale.requireNotPriced(changed).withPrice(price.get(), line.includesTax(), now);
    }
    if (body.getString("title") != null) {
      changed = changed.withTitle(body.getString("title"), now);
    }
    JsonObject metadata = body.getJsonObject("metadata");
    if (metadata == null) {
      return changed;
    }
    return changed.withMetadata(Metadata.merged(line.metadata(), metadata), now);
  }

  private Future<Void> requireCovered(
      CallContext context, Cart cart, LineItem line, Optional<Integer> quantity) {
    String variantId = line.variantId();
    if (variantId == null || quantity.isEmpty()) {
      return Future.succeededFuture();
    }
    List<QuoteRequest.Item> items = new ArrayList<>();
    items.add(new QuoteRequest.Item(variantId, quantity.get()));
    items.addAll(LineItemRules.othersOf(cart, variantId, Optional.of(line)));
    return quotes
        .of(context, cart, items)
        .map(quoted -> {
          LineItemService.requireStock(quoted, variantId, quantity.get());
          return null;
        });
  }

  private Future<Reply> removeLine(Request request) {
    String lineId = request.path("line_id");
    return commands.run(
        request,
        CartResponse.CART,
        (cart, now) ->
            Future.succeededFuture(CartMutation.updated(LineItemRules.removed(cart, lineId))));
  }

  /** Quantity of a line item, at least one. */
  static int quantity(JsonObject item) {
    int quantity = LineItemService.quantity(item);
    if (quantity == 0) {
      throw Problem.invalidData(
          "Unable to generate the line item because one or more required argument(s) are"
              + " missing. Ensure quantity, regionId, and variantId are passed");
    }
    return quantity;
  }

  /** Optional amount of a body, at least 0. */
  static Optional<Long> price(JsonObject body, String name) {
    Number price = body.getNumber(name);
    if (price == null) {
      return Optional.empty();
    }
    if (price.doubleValue() != price.longValue()) {
      throw Problem.invalidData(name + " must be an integer number");
    }
    if (price.longValue() < 0) {
      throw Problem.invalidData(name + " must not be less than 0");
    }
    return Optional.of(price.longValue());
  }

  static String title(JsonObject body) {
    return Objects.requireNonNullElse(body.getString("title"), CUSTOM_TITLE);
  }

  static JsonObject metadata(JsonObject body) {
    @Nullable JsonObject fields = body.getJsonObject("metadata");
    return fields == null ? new JsonObject() : fields;
  }

  static List<LineItem> and(List<LineItem> items, LineItem line) {
    List<LineItem> more = new ArrayList<>(items);
    more.add(line);
    return more;
  }
}
