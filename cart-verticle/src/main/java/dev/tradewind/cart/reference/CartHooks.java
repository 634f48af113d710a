package dev.tradewind.cart.reference;

import dev.tradewind.api.address.Address;
import dev.tradewind.api.catalog.VariantQuote;
import dev.tradewind.cart.model.Cart;
import dev.tradewind.cart.model.CartDiscount;
import dev.tradewind.cart.model.LineItem;
import dev.tradewind.cart.model.PaymentSession;
import dev.tradewind.kernel.operation.CallContext;
import dev.tradewind.kernel.operation.Problem;
import dev.tradewind.providers.hook.Hooks;
import dev.tradewind.providers.hook.Hooks.Permission;
import dev.tradewind.providers.hook.PriceHooks;
import dev.tradewind.spi.hook.CompletionQuestion;
import dev.tradewind.spi.hook.HookCart;
import dev.tradewind.spi.hook.HookPoint;
import dev.tradewind.spi.hook.LineQuestion;
import dev.tradewind.spi.hook.PriceQuestion;
import dev.tradewind.spi.hook.ShippingAnswer;
import dev.tradewind.spi.hook.ShippingQuestion;
import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Hooks of carts. Staff decides about the lines and shipping of draft orders and of the swaps that
 * staff makes, so hooks are asked about what shoppers put into their own carts and exchanges, about
 * every price, and about every completion.
 */
public final class CartHooks {

  private final Hooks hooks;
  private final PriceHooks prices;
  private final RegionReferences regions;

  public CartHooks(Hooks hooks, RegionReferences regions) {
    this.hooks = hooks;
    this.prices = new PriceHooks(hooks);
    this.regions = regions;
  }

  /**
   * The line of a variant, as hooks permit it to a shopper; a refusal is a 400.
   *
   * @param cart without the line, or with it as it was
   */
  public Future<LineItem> permitted(CallContext context, Cart cart, LineItem line, Instant now) {
    if (cart.isDraft()) {
      return Future.succeededFuture(line);
    }
    String variantId = Objects.requireNonNull(line.variantId());
    long others =
        cart.items().stream()
            .filter(item -> variantId.equals(item.variantId()) && !item.id().equals(line.id()))
            .mapToLong(LineItem::quantity)
            .sum();
    return permit(
            HookPoint.ADD_LINE,
            context,
            cart,
            shown ->
                new LineQuestion(
                    shown,
                    variantId,
                    line.quantity(),
                    others + line.quantity(),
                    line.metadata().copy()))
        .map(permission -> {
          LineItem decided = line.decided(permission.decisions());
          return permission.metadata().isEmpty()
              ? decided
              : decided.withMetadata(permission.added(line.metadata()), now);
        });
  }

  /** Permission to place the order of a checked cart; a refusal is a 400. */
  public Future<Permission> beforeCompletion(
      CallContext context,
      Cart cart,
      long total,
      @Nullable PaymentSession session,
      boolean isPaidByStaff) {
    return permit(
        HookPoint.COMPLETE_CART,
        context,
        cart,
        shown ->
            new CompletionQuestion(
                shown, total, session == null ? null : session.providerId(), isPaidByStaff));
  }

  private Future<Permission> permit(
      HookPoint point, CallContext context, Cart cart, Function<HookCart, Record> question) {
    if (!hooks.areAsked(point)) {
      return Future.succeededFuture(Permission.WITHOUT_HOOKS);
    }
    return shown(context, cart)
        .compose(shown -> hooks.permit(point, context, () -> question.apply(shown)));
  }

  /** Quotes of a cart at the prices of hooks. */
  public Future<List<VariantQuote>> priced(
      CallContext context, Cart cart, List<VariantQuote> quotes) {
    return prices.priced(
        context,
        quotes,
        items ->
            shown(context, cart)
                .map(shown ->
                    new PriceQuestion(
                        shown,
                        shown.regionId(),
                        shown.currencyCode(),
                        cart.customerHasAccount() ? cart.customerId() : null,
                        items)));
  }

  /**
   * Shipping option as hooks leave it.
   *
   * @param option at its amount in the cart
   */
  public record Offered(JsonObject option, List<JsonObject> decisions) {}

  /** The options that hooks leave, at the amounts that they set. */
  public Future<List<Offered>> offered(CallContext context, Cart cart, List<JsonObject> options) {
    if (options.isEmpty() || isDecidedByStaff(cart) || !asksAboutShipping()) {
      return Future.succeededFuture(
          options.stream().map(option -> new Offered(option, List.of())).toList());
    }
    return shown(context, cart)
        .compose(shown ->
            hooks.shipping(
                context,
                () ->
                    new ShippingQuestion(shown, options.stream().map(CartHooks::option).toList())))
        .map(answers ->
            options.stream()
                .flatMap(option -> left(option, answers.given()).stream())
                .map(option -> new Offered(option, answers.decisions()))
                .toList());
  }

  /**
   * The option that a shopper chooses.
   *
   * @return fails with a 400 if hooks leave it out
   */
  public Future<Offered> chosen(CallContext context, Cart cart, JsonObject option) {
    return offered(context, cart, List.of(option))
        .map(left ->
            left.stream()
                .findFirst()
                .orElseThrow(
                    () -> Problem.invalidData("The shipping option is not available to shoppers")));
  }

  private static boolean isDecidedByStaff(Cart cart) {
    return cart.isDraft() || cart.isOfSwap() || !cart.customShippingOptions().isEmpty();
  }

  private boolean asksAboutShipping() {
    return hooks.areAsked(HookPoint.LIST_SHIPPING_OPTIONS);
  }

  private static ShippingQuestion.Option option(JsonObject option) {
    return new ShippingQuestion.Option(
        option.getString("id"),
        option.getString("name"),
        option.getString("provider_id"),
        option.getLong("amount"),
        option.getBoolean("includes_tax", false));
  }

  private static Optional<JsonObject> left(JsonObject option, List<ShippingAnswer> given) {
    String id = option.getString("id");
    if (given.stream().anyMatch(choice -> choice.hidden().contains(id))) {
      return Optional.empty();
    }
    return given.stream()
        .map(choice -> choice.amounts().get(id))
        .filter(Objects::nonNull)
        .reduce((earlier, later) -> later)
        .map(amount -> option.copy().put("amount", amount))
        .or(() -> Optional.of(option));
  }

  /** Copies, as hooks are other code and the cart is shared. */
  private Future<HookCart> shown(CallContext context, Cart cart) {
    return regions
        .find(context, cart.regionId())
        .map(region ->
            new HookCart(
                cart.id(),
                cart.type(),
                cart.regionId(),
                region.getString("currency_code"),
                cart.salesChannelId(),
                cart.customerId(),
                cart.customerHasAccount(),
                cart.email(),
                json(cart.shippingAddress()),
                json(cart.billingAddress()),
                cart.items().stream().map(CartHooks::line).toList(),
                cart.discounts().stream().map(CartDiscount::code).toList(),
                cart.metadata() == null ? new JsonObject() : cart.metadata().copy(),
                cart.context().copy()));
  }

  private static HookCart.Line line(LineItem item) {
    return new HookCart.Line(
        item.id(),
        item.variantId(),
        item.productId(),
        item.title(),
        item.quantity(),
        item.unitPrice(),
        item.metadata().copy());
  }

  private static @Nullable JsonObject json(@Nullable Address address) {
    return address == null ? null : address.toJson();
  }
}
