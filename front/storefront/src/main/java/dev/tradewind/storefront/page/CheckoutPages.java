package dev.tradewind.storefront.page;

import dev.tradewind.spi.payment.PaymentForm;
import dev.tradewind.spi.payment.PaymentForms;
import dev.tradewind.storefront.answer.Address;
import dev.tradewind.storefront.answer.Answer;
import dev.tradewind.storefront.answer.Cart;
import dev.tradewind.storefront.answer.PaymentSession;
import dev.tradewind.storefront.answer.ShippingMethod;
import dev.tradewind.storefront.answer.ShippingOption;
import dev.tradewind.storefront.design.Language;
import dev.tradewind.storefront.design.ShopDesign.OwnPage;
import dev.tradewind.storefront.render.SaleSummary;
import dev.tradewind.storefront.visit.RefusedException;
import dev.tradewind.storefront.visit.StoreCall;
import dev.tradewind.storefront.visit.View;
import dev.tradewind.storefront.visit.Visit;
import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Checkout in three steps, each a form of its own: address, shipping, payment. A provider with a
 * form in the browser is paid by it before the last form is sent; the other ones need no script.
 * The last form says what its page showed, and another sale than that is not placed. A swap, which
 * has the address of its order, is confirmed and its difference paid in the same steps.
 */
public final class CheckoutPages {

  static final String ADDRESS = "address";
  static final String SHIPPING = "shipping";
  private static final String PAYMENT = "payment";

  private static final String COMPLETION = "storeCompleteCart";

  private static final String TERMS = "terms";

  /**
   * Names of pages that a shopper accepts with an order: terms of sale, also by their German name.
   */
  private static final Set<String> TERMS_PAGES = Set.of(TERMS, "agb");

  private final PaymentForms forms;

  /**
   * Content of each step.
   *
   * @param swapCart id of the cart of a swap; absent for the shopper's own cart
   * @param back path to come back to the step, also from the answer to a form
   */
  private record Step(String step, @Nullable String swapCart, Paths paths, String back) {}

  /** Paths of the steps that one can go back to. */
  private record Paths(String address, String shipping) {}

  /** Form of the shipping methods, with the choices of each parcel. */
  private record ShippingForm(List<List<ShippingChoice>> parcels) {}

  /** Shipping option; its price as text. */
  private record ShippingChoice(String id, String name, String price, boolean checked) {}

  /**
   * Last form.
   *
   * @param isPaid whether nothing is left to pay
   * @param total in the smallest unit of the currency
   * @param currency its code, in lower case
   * @param seen digest of the sale as the page shows it
   * @param terms pages of the shop that an order is subject to
   * @param accepted whether the shopper has accepted them
   */
  private record LastForm(
      List<ProviderChoice> providers,
      boolean hasForms,
      boolean isPaid,
      long total,
      String currency,
      String seen,
      List<OwnPage> terms,
      boolean accepted) {}

  /**
   * Payment provider.
   *
   * @param description what happens when it is chosen; empty without one
   * @param module script of its form in the browser; empty without one
   */
  private record ProviderChoice(
      String id, String title, String description, String module, boolean checked) {}

  public CheckoutPages(PaymentForms forms) {
    this.forms = forms;
  }

  public Future<View> show(Visit visit) {
    Cart cart = visit.cart();
    String completed = visit.completedCart();
    if (completed != null) {
      return placed(visit, completed);
    }
    if (cart == null || cart.isEmpty()) {
      return Future.succeededFuture(new View.Redirect("/cart"));
    }
    boolean isSwap = visit.swapCart() != null;
    boolean hasAddress = isSwap || cart.shippingAddress() != null && cart.email() != null;
    return switch (visit.asked("step")) {
      case SHIPPING -> hasAddress ? shipping(visit, cart) : back();
      case PAYMENT -> hasAddress ? payment(visit, cart) : back();
      default -> isSwap ? shipping(visit, cart) : AddressStep.show(visit, cart);
    };
  }

  /**
   * The order of a cart that was completed before the shopper came back, as by a notice of its
   * payment; the empty cart if the order is not shown to the shopper.
   */
  private static Future<View> placed(Visit visit, String cart) {
    Future<View> order =
        visit.swapCart() != null
            ? complete(visit, StoreCall.of(COMPLETION, cart))
            : visit
                .ask(StoreCall.of("storeGetOrderCart").with("cart_id", cart), Answer.ORDER)
                .map(placed -> {
                  visit.forgetCart();
                  return new View.Redirect("/orders/" + placed.order().id() + "?placed");
                });
    return order.recover(
        RefusedException.shownBy(refusal -> Future.succeededFuture(new View.Redirect("/cart"))));
  }

  private static Future<View> back() {
    return Future.succeededFuture(new View.Redirect(path(null, ADDRESS)));
  }

  /**
   * Path of a step.
   *
   * @param swapCart id of the cart of a swap; absent for the shopper's own cart
   */
  public static String path(@Nullable String swapCart, String step) {
    return Visit.CHECKOUT + "?step=" + step + (swapCart == null ? "" : "&swap=" + swapCart);
  }

  public Future<View> change(Visit visit) {
    Cart cart = visit.cart();
    String completed = visit.completedCart();
    if (completed != null) {
      return complete(visit, StoreCall.of(COMPLETION, completed));
    }
    if (cart == null || cart.isEmpty()) {
      return Future.succeededFuture(new View.Redirect("/cart"));
    }
    String action = visit.sent("action");
    if (action.equals(ADDRESS) && visit.swapCart() == null) {
      return AddressStep.save(visit, cart);
    }
    return switch (action) {
      case SHIPPING -> saveShipping(visit, cart);
      case "session" ->
          asSeen(visit, cart)
              .compose(seen ->
                  seen.isSame() ? session(visit) : Future.failedFuture(changed(visit.text())));
      case PAYMENT -> pay(visit, cart);
      default -> Future.failedFuture(new RefusedException(400, visit.text().of("problem.400")));
    };
  }

  /**
   * Page of a step.
   *
   * @param form content of the step alone
   */
  static View.Page step(Visit visit, Cart cart, String step, Record form) {
    String swapCart = visit.swapCart();
    Paths paths = new Paths(path(swapCart, ADDRESS), path(swapCart, SHIPPING));
    return View.Page.personal(
        "checkout",
        visit.text().of("checkout.title"),
        new Step(step, swapCart, paths, path(swapCart, step)),
        step.equals(PAYMENT)
            ? SaleSummary.of(cart, visit.text())
            : SaleSummary.unfinished(cart, visit.text()),
        form);
  }

  // Shipping: one choice per shipping profile, because goods of different profiles go apart.

  private static Future<View> shipping(Visit visit, Cart cart) {
    return options(visit).map(options -> shippingPage(visit, cart, options));
  }

  private static Future<List<ShippingOption>> options(Visit visit) {
    return visit.ask(
        StoreCall.of("storeGetShippingOption").with("cart_id", visit.cartId()),
        Answer.SHIPPING_OPTIONS);
  }

  private static View.Page shippingPage(Visit visit, Cart cart, List<ShippingOption> options) {
    Set<String> chosen =
        cart.shippingMethods().stream()
            .map(ShippingMethod::shippingOptionId)
            .filter(Objects::nonNull)
            .collect(Collectors.toSet());
    Map<String, List<ShippingOption>> byProfile =
        options.stream()
            .collect(
                Collectors.groupingBy(
                    ShippingOption::profileId, LinkedHashMap::new, Collectors.toList()));
    List<List<ShippingChoice>> parcels =
        byProfile.values().stream().map(offered -> choices(visit, offered, chosen)).toList();
    return step(visit, cart, SHIPPING, new ShippingForm(parcels));
  }

  /** Choices of a parcel; the cheapest one is selected until the shopper chooses. */
  private static List<ShippingChoice> choices(
      Visit visit, List<ShippingOption> offered, Set<String> chosen) {
    String selected =
        offered.stream()
            .min(
                Comparator.<ShippingOption, Boolean>comparing(one -> !chosen.contains(one.id()))
                    .thenComparing(ShippingOption::price))
            .orElseThrow()
            .id();
    return offered.stream()
        .map(one ->
            new ShippingChoice(
                one.id(),
                one.name(),
                visit.text().money(one.price(), visit.currency()),
                one.id().equals(selected)))
        .toList();
  }

  private static Future<View> saveShipping(Visit visit, Cart cart) {
    Future<Cart> saved = Future.succeededFuture(cart);
    for (Map.Entry<String, String> sent : visit.form()) {
      if (!sent.getKey().startsWith("option-")) {
        continue;
      }
      JsonObject method = new JsonObject().put("option_id", sent.getValue());
      saved =
          saved.compose(before ->
              visit.changeCart(
                  StoreCall.of("storeAddShippingMethod", visit.cartId()).sending(method)));
    }
    // A page only reads: the payment step finds its sessions open.
    return saved
        .compose(chosen -> visit.isPreview() ? shipping(visit, chosen) : openPayment(visit))
        .recover(
            RefusedException.shownBy(refusal ->
                options(visit)
                    .map(options -> shippingPage(visit, cart, options).refusing(refusal))));
  }

  private static Future<View> openPayment(Visit visit) {
    return visit
        .changeCart(StoreCall.of("storeCreatePaymentSessions", visit.cartId()))
        .map(changed -> new View.Redirect(path(visit.swapCart(), PAYMENT)));
  }

  // Payment.

  /** The last step, after the one of shipping if the cart has no shipping method but could have. */
  private Future<View> payment(Visit visit, Cart cart) {
    Future<Boolean> lacksShipping =
        cart.shippingMethods().isEmpty()
            ? options(visit).map(options -> !options.isEmpty())
            : Future.succeededFuture(false);
    return lacksShipping.compose(lacks ->
        lacks
            ? Future.succeededFuture(new View.Redirect(path(visit.swapCart(), SHIPPING)))
            : priced(visit, cart).map(priced -> paymentPage(visit, priced)));
  }

  /** The cart with the total that its completion takes: with taxes, also where carts show none. */
  private static Future<Cart> priced(Visit visit, Cart cart) {
    if (cart.region().automaticTaxes()) {
      return Future.succeededFuture(cart);
    }
    return visit.changeCart(StoreCall.of("storeCalculateCartTaxes", visit.cartId()));
  }

  private View.Page paymentPage(Visit visit, Cart cart) {
    List<PaymentSession> sessions =
        cart.runningSessions().stream()
            .filter(session -> !forms.unpayable().contains(session.providerId()))
            // Payments that are made now come before those that are promised.
            .sorted(Comparator.comparing(session -> forms.of(session.providerId()).isEmpty()))
            .toList();
    String selected =
        sessions.stream()
            .filter(PaymentSession::isSelected)
            .findFirst()
            .or(() -> sessions.stream().findFirst())
            .map(PaymentSession::providerId)
            .orElse("");
    List<ProviderChoice> providers =
        sessions.stream()
            .map(session -> provider(session.providerId(), selected, visit.text()))
            .toList();
    long total = cart.totals().total();
    LastForm form =
        new LastForm(
            providers,
            providers.stream().anyMatch(one -> !one.module().isEmpty()),
            total <= 0,
            total,
            cart.currencyCode(),
            digest(cart, visit.text()),
            terms(visit),
            !visit.sent(TERMS).isEmpty());
    return step(visit, cart, PAYMENT, form);
  }

  private static List<OwnPage> terms(Visit visit) {
    return visit.look().pages().stream().filter(page -> TERMS_PAGES.contains(page.path())).toList();
  }

  private static String digest(Cart cart, Language text) {
    Address billing = cart.billingAddress() == null ? Address.EMPTY : cart.billingAddress();
    return SaleSummary.of(cart, text)
        .digest(cart.email() + new TreeMap<>(billing.fields()) + billing.noted(Address.VAT_NUMBER));
  }

  private ProviderChoice provider(String id, String selected, Language text) {
    Optional<PaymentForm> form = forms.of(id);
    return new ProviderChoice(
        id,
        text.payment(id).or(() -> form.map(PaymentForm::title)).orElse(id),
        text.paymentDescription(id),
        form.map(PaymentForm::module).orElse(""),
        id.equals(selected));
  }

  /**
   * The data of the chosen provider's session, for its form. A session that cannot be paid any more
   * is replaced.
   */
  private static Future<View> session(Visit visit) {
    String provider = visit.sent("provider");
    Future<Cart> selected =
        visit.changeCart(
            StoreCall.of("storeSelectPaymentSession", visit.cartId())
                .sending(new JsonObject().put("provider_id", provider)));
    Future<Cart> session =
        visit.sent("renew").isEmpty()
            ? selected
            : selected.compose(cart ->
                visit.changeCart(
                    StoreCall.of("storeRefreshPaymentSession", visit.cartId())
                        .with("provider_id", provider)));
    return session.map(cart ->
        new View.Json(
            new JsonObject().put("data", Objects.requireNonNull(cart.paymentSession()).data())));
  }

  /** The page of the order that the cart becomes, or has become by the notice of its payment. */
  private static Future<View> complete(Visit visit, StoreCall completion) {
    return visit
        .ask(completion, Answer.COMPLETION)
        .map(completed -> {
          String page =
              switch (completed.type()) {
                case "order" -> completed.data().id() + "?placed";
                case "swap" -> completed.data().orderId() + "?swapped";
                default ->
                    throw new RefusedException(
                        402, visit.text().of("checkout.payment.not-authorized"));
              };
          visit.forgetCart();
          return new View.Redirect("/orders/" + page);
        });
  }

  /**
   * Sale that a payment form is about.
   *
   * @param isSame whether it is still as the page of the form showed it
   */
  private record Seen(Cart cart, boolean isSame) {}

  private static Future<Seen> asSeen(Visit visit, Cart cart) {
    return priced(visit, cart)
        .map(priced -> new Seen(priced, digest(priced, visit.text()).equals(visit.sent("seen"))));
  }

  private static RefusedException changed(Language text) {
    return new RefusedException(409, text.of("checkout.changed"));
  }

  /** The sale as it is now; a change of the region has taken its payment sessions away. */
  private Future<View> changed(Visit visit, Cart cart) {
    RefusedException refusal = changed(visit.text());
    if (cart.runningSessions().isEmpty() && cart.totals().total() > 0) {
      return options(visit).map(options -> shippingPage(visit, cart, options).refusing(refusal));
    }
    return Future.succeededFuture(paymentPage(visit, cart).refusing(refusal));
  }

  /**
   * Selects the chosen provider, if something is left to pay, and completes the cart as the page
   * showed it. The total is compared once more where the order is placed.
   */
  private Future<View> pay(Visit visit, Cart cart) {
    return asSeen(visit, cart)
        .compose(seen -> {
          if (!seen.isSame()) {
            return changed(visit, seen.cart());
          }
          if (visit.sent(TERMS).isEmpty() && !terms(visit).isEmpty()) {
            RefusedException refusal =
                new RefusedException(400, visit.text().of("checkout.terms.missing"));
            return Future.succeededFuture(paymentPage(visit, seen.cart()).refusing(refusal));
          }
          return order(visit, seen.cart());
        });
  }

  private Future<View> order(Visit visit, Cart cart) {
    String provider = visit.sent("provider");
    StoreCall completion =
        StoreCall.of(COMPLETION, visit.cartId())
            .sending(new JsonObject().put("expected_total", cart.totals().total()));
    PaymentSession current = cart.paymentSession();
    // A form has paid with the session of its provider, unless another one was chosen since.
    boolean isPaid =
        visit.sent("selected").equals(provider)
            && current != null
            && current.providerId().equals(provider);
    Future<?> selected =
        provider.isEmpty() || isPaid
            ? Future.succeededFuture()
            : visit.changeCart(
                StoreCall.of("storeSelectPaymentSession", visit.cartId())
                    .sending(new JsonObject().put("provider_id", provider)));
    return selected
        .compose(ready -> complete(visit, completion))
        .recover(
            RefusedException.shownBy(refusal ->
                visit
                    .ask(StoreCall.of("storeGetCart", visit.cartId()), Answer.CART)
                    .compose(now -> priced(visit, now))
                    .map(now -> paymentPage(visit, now).refusing(refusal))));
  }
}
