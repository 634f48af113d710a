package dev.tradewind.cart.operation;

import dev.tradewind.api.address.Address;
import dev.tradewind.api.catalog.QuoteRequest;
import dev.tradewind.api.catalog.VariantQuote;
import dev.tradewind.cart.command.CartCommandExecutor;
import dev.tradewind.cart.item.LineItemRules;
import dev.tradewind.cart.item.LineItemService;
import dev.tradewind.cart.model.Cart;
import dev.tradewind.cart.model.CartMutation;
import dev.tradewind.cart.reference.CartHooks;
import dev.tradewind.cart.reference.CartReferenceLoader;
import dev.tradewind.cart.reference.RegionCountries;
import dev.tradewind.cart.reference.SalesChannelReferences;
import dev.tradewind.cart.reference.VariantQuoteService;
import dev.tradewind.cart.store.CartStore;
import dev.tradewind.cart.store.CompletedMetadata;
import dev.tradewind.cart.view.CartTotalsCalculator;
import dev.tradewind.cart.view.CartView;
import dev.tradewind.kernel.field.KnownFields;
import dev.tradewind.kernel.operation.CallContext;
import dev.tradewind.kernel.operation.Problem;
import dev.tradewind.kernel.operation.Reply;
import dev.tradewind.kernel.operation.Request;
import dev.tradewind.kernel.outbox.Event;
import dev.tradewind.kernel.text.Ids;
import dev.tradewind.kernel.text.Timestamps;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.vertx.core.Future;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.Pool;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Creation of a cart: region, sales channel, customer and priced line items in one save. */
public final class CreateCart {

  private static final Ids IDS = Ids.of("cart");

  private final Pool pool;
  private final Clock clock;
  private final CartStore store;
  private final KnownFields fields;
  private final CartReferenceLoader referenceLoader;
  private final CartCustomerResolver customerResolver;
  private final VariantQuoteService quotes;
  private final CartHooks hooks;
  private final Counter created;

  public CreateCart(
      Pool pool,
      Clock clock,
      CartStore store,
      KnownFields fields,
      CartReferenceLoader referenceLoader,
      CartCustomerResolver customerResolver,
      VariantQuoteService quotes,
      CartHooks hooks,
      MeterRegistry meters) {
    this.pool = pool;
    this.clock = clock;
    this.store = store;
    this.fields = fields;
    this.referenceLoader = referenceLoader;
    this.customerResolver = customerResolver;
    this.quotes = quotes;
    this.hooks = hooks;
    this.created =
        Counter.builder("tradewind.carts")
            .description("Carts that shoppers created")
            .register(meters);
  }

  Future<Reply> create(Request request) {
    return referenceLoader.readChanges().compose(read -> createdFrom(request));
  }

  private Future<Reply> createdFrom(Request request) {
    CallContext context = request.context();
    JsonObject body = request.body();
    List<QuoteRequest.Item> requestedItems = requestedItems(body);
    Instant now = Timestamps.now(clock);
    Future<JsonObject> region = region(context, body.getString("region_id"));
    Future<JsonObject> channel =
        referenceLoader
            .salesChannels()
            .find(
                context,
                body.getString("sales_channel_id"),
                request.header("x-publishable-api-key"))
            .map(SalesChannelReferences::requireEnabled);
    Future<Optional<JsonObject>> customer = customerResolver.loggedIn(context);
    return Future.all(region, channel, customer)
        .map(all -> {
          Cart empty = Cart.created(IDS.next(), region.result().getString("id"), now);
          Address address = address(region.result(), body.getString("country_code"), now);
          return empty.with(builder -> {
            builder.salesChannelId(channel.result().getString("id"));
            customer.result().ifPresent(buyer -> CartCustomerResolver.put(builder, buyer));
            builder.shippingAddress(address);
            builder.context(CartOrigin.of(request));
          });
        })
        .compose(empty -> filled(context, empty, requestedItems, now))
        .compose(cart ->
            CompletedMetadata.insert(
                fields, cart, (completed, declared) -> saved(context, completed, declared, now)));
  }

  private Future<Reply> saved(
      CallContext context, Cart cart, @Nullable String declared, Instant now) {
    return referenceLoader
        .cached(context, cart)
        .map(references -> {
          CartTotalsCalculator.requireExact(cart, references);
          return Reply.ok("cart", CartView.render(cart, references, context.principal(), false));
        })
        .compose(reply -> {
          if (context.isExpired(clock)) {
            // Deadline exceeded: the caller no longer waits, so do not save.
            return Future.failedFuture(Problem.conflict());
          }
          return store
              .insert(pool, cart, declared, events(context, cart, now))
              .map(inserted -> {
                created.increment();
                return reply;
              });
        });
  }

  private Future<Cart> filled(
      CallContext context, Cart empty, List<QuoteRequest.Item> requestedItems, Instant now) {
    return quotes
        .of(context, empty, requestedItems)
        .compose(quoted -> {
          VariantQuoteService.requireAddable(requestedItems, quoted);
          Future<Cart> filled = Future.succeededFuture(empty);
          for (QuoteRequest.Item item : requestedItems) {
            filled = filled.compose(cart -> withLine(context, cart, item, quoted, now));
          }
          return filled;
        });
  }

  private Future<Cart> withLine(
      CallContext context,
      Cart cart,
      QuoteRequest.Item item,
      List<VariantQuote> quoted,
      Instant now) {
    VariantQuote quote =
        VariantQuoteService.find(quoted, item.variantId(), item.quantity()).orElseThrow();
    return hooks
        .permitted(context, cart, LineItemRules.created(quote, new JsonObject(), now), now)
        .map(line -> LineItemRules.added(cart, line));
  }

  private Future<JsonObject> region(CallContext context, @Nullable String id) {
    if (id == null) {
      return referenceLoader.regions().findDefault(context);
    }
    return referenceLoader.regions().findLive(context, id);
  }

  private static @Nullable Address address(JsonObject region, @Nullable String value, Instant now) {
    String country = RegionCountries.preset(region, value);
    if (country == null) {
      return null;
    }
    return Address.created(
        UpdateAddresses.IDS.next(), new JsonObject().put("country_code", country), now);
  }

  private static List<QuoteRequest.Item> requestedItems(JsonObject body) {
    JsonArray items = body.getJsonArray("items");
    if (items == null) {
      return List.of();
    }
    return items.stream()
        .map(JsonObject.class::cast)
        .map(item -> {
          int quantity = LineItemService.quantity(item);
          if (quantity == 0) {
            throw Problem.invalidData("quantity must not be less than 1");
          }
          return new QuoteRequest.Item(
              Objects.requireNonNull(item.getString("variant_id")), quantity);
        })
        .toList();
  }

  private static List<Event> events(CallContext context, Cart cart, Instant now) {
    List<Event> events = new ArrayList<>();
    events.add(
        CartCommandExecutor.event(context, now, CartMutation.CREATED, cart.id(), cart.version()));
    if (!cart.items().isEmpty()) {
      events.add(
          CartCommandExecutor.event(context, now, CartMutation.UPDATED, cart.id(), cart.version()));
    }
    return events;
  }
}
