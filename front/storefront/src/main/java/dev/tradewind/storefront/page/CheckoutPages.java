package dev.tradewind.storefront.page;

import dev.tradewind.spi.notification.MailAddress;
import dev.tradewind.spi.payment.PaymentForm;
import dev.tradewind.storefront.answer.Address;
import dev.tradewind.storefront.answer.Answer;
import dev.tradewind.storefront.answer.Cart;
import dev.tradewind.storefront.answer.Customer;
import dev.tradewind.storefront.answer.PaymentSession;
import dev.tradewind.storefront.answer.ShippingMethod;
import dev.tradewind.storefront.answer.ShippingOption;
import dev.tradewind.storefront.design.Language;
import dev.tradewind.storefront.design.PostalCodes;
import dev.tradewind.storefront.render.SaleSummary;
import dev.tradewind.storefront.visit.RefusedException;
import dev.tradewind.storefront.visit.StoreCall;
import dev.tradewind.storefront.visit.View;
import dev.tradewind.storefront.visit.Visit;
import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Checkout in three steps, each a form of its own: address, shipping, payment. A provider with a
 * form in the browser is paid by it before the last form is sent; the other ones need no script.
 * The last form says what its page showed, and another sale than that is not placed. A swap, which
 * has the address of its order, is confirmed and its difference paid in the same steps.
 */
public final class CheckoutPages {

  private static final String ADDRESS = "address";
  static final String SHIPPING = "shipping";
  private static final String PAYMENT = "payment";

  private static final String COMPLETION = "storeCompleteCart";

  private static final List<String> REQUIRED =
      List.of("first_name", "address_1", "city", "country_code");

  private final Map<String, PaymentForm> forms;

  /**
   * Content of each step.
   *
   * @param swapCart id of the cart of a swap; absent for the shopper's own cart
   */
  private record Step(String step, @Nullable String swapCart, Paths paths) {}

  /** Paths of the steps that one can go back to. */
  private record Paths(String address, String shipping) {}

  /**
   * Form of the address.
   *
   * @param countries names of the countries of the region, by code
   * @param address values by the names of the fields
   * @param missing names of the required fields that are empty
   * @param signedIn e-mail address of the customer that is signed in; absent without one
   */
  private record AddressForm(
      Map<String, String> countries,
      boolean hasPostalCode,
      Map<String, String> address,
      List<String> missing,
      String email,
      @Nullable String signedIn) {}

  /** Form of the shipping methods, with the choices of each parcel. */
  private record ShippingForm(List<List<ShippingChoice>> parcels) {}

  /** Shipping option; its price as text. */
  private record ShippingChoice(String id, String name, String price, boolean checked) {}

  /**
   * Last form.
   *
   * @param isPaid whether nothing is left to pay
   * @param total in the smallest unit of the currency
   * @param seen digest of the sale as the page shows it
   */
  private record LastForm(
      List<ProviderChoice> providers, boolean hasForms, boolean isPaid, long total, String seen) {}

  /**
   * Payment provider.
   *
   * @param module script of its form in the browser; empty without one
   */
  private record ProviderChoice(String id, String title, String module, boolean checked) {}

  public CheckoutPages(List<PaymentForm> forms) {
    this.forms =
        forms.stream().collect(Collectors.toUnmodifiableMap(PaymentForm::providerId, form -> form));
  }

  public Future<View> show(Visit visit) {
    Cart cart = visit.cart();
    if (cart == null || cart.isEmpty()) {
      return Future.succeededFuture(new View.Redirect("/cart"));
    }
    boolean isSwap = visit.swapCart() != null;
    boolean hasAddress = isSwap || cart.shippingAddress() != null && cart.email() != null;
    return switch (visit.asked("step")) {
      case SHIPPING -> hasAddress ? shipping(visit, cart) : back();
      case PAYMENT ->
          hasAddress ? priced(visit, cart).map(priced -> paymentPage(visit, priced)) : back();
      default -> isSwap ? shipping(visit, cart) : address(visit, cart);
    };
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
      return saveAddress(visit, cart);
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

  private static View.Page step(Visit visit, Cart cart, String step, Record form) {
    String swapCart = visit.swapCart();
    Paths paths = new Paths(path(swapCart, ADDRESS), path(swapCart, SHIPPING));
    return View.Page.personal(
        "checkout",
        visit.text().of("checkout.title"),
        new Step(step, swapCart, paths),
        SaleSummary.of(cart, visit.text()),
        form);
  }

  // Address.

  private static Future<View> address(Visit visit, Cart cart) {
    return AccountPages.customer(visit)
        .map(customer -> addressPage(visit, cart, customer, known(cart, customer), List.of()));
  }

  private static Map<String, String> known(Cart cart, @Nullable Customer customer) {
    Address current = cart.shippingAddress();
    if (current != null && current.street() != null) {
      return current.fields();
    }
    return customer == null ? Address.EMPTY.fields() : customer.firstAddress().fields();
  }

  private static View.Page addressPage(
      Visit visit,
      Cart cart,
      @Nullable Customer customer,
      Map<String, String> address,
      List<String> missing) {
    Map<String, String> countries = new LinkedHashMap<>();
    cart.region().addCountries(countries, visit.text());
    String email = visit.isWrite() ? visit.sent("email") : cart.email();
    AddressForm form =
        new AddressForm(
            countries,
            PostalCodes.isRequiredIn(countries.keySet()),
            address,
            missing,
            email == null ? "" : email,
            customer == null ? null : customer.email());
    return step(visit, cart, ADDRESS, form);
  }

  private static Future<View> saveAddress(Visit visit, Cart cart) {
    return AccountPages.customer(visit)
        .compose(customer -> {
          JsonObject address = visit.sent(Address.FIELDS);
          List<String> missing = missing(visit, customer);
          Function<RefusedException, Future<View>> again =
              refusal ->
                  Future.succeededFuture(
                      addressPage(visit, cart, customer, Address.of(address).fields(), missing)
                          .refusing(refusal));
          if (!missing.isEmpty()) {
            return again.apply(
                new RefusedException(400, visit.text().of("checkout.address.missing")));
          }
          JsonObject change =
              new JsonObject().put("shipping_address", address).put("billing_address", address);
          if (customer == null) {
            change.put("email", visit.sent("email"));
          }
          return visit
              .changeCart(StoreCall.of("storeUpdateCart", visit.cartId()).sending(change))
              .<View>map(changed -> new View.Redirect(path(null, SHIPPING)))
              .recover(RefusedException.shownBy(again));
        });
  }

  private static List<String> missing(Visit visit, @Nullable Customer customer) {
    List<String> missing =
        REQUIRED.stream().filter(name -> visit.sent(name).isEmpty()).collect(Collectors.toList());
    if (visit.sent("postal_code").isEmpty()
        && PostalCodes.isRequiredIn(visit.sent("country_code"))) {
      missing.add("postal_code");
    }
    if (customer == null && MailAddress.ascii(visit.sent("email")).isEmpty()) {
      missing.addFirst("email");
    }
    return missing;
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

  private static List<ShippingChoice> choices(
      Visit visit, List<ShippingOption> offered, Set<String> chosen) {
    String selected =
        offered.stream()
            .map(ShippingOption::id)
            .filter(chosen::contains)
            .findFirst()
            .orElse(offered.getFirst().id());
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
        .compose(
            chosen -> visit.changeCart(StoreCall.of("storeCreatePaymentSessions", visit.cartId())))
        .<View>map(changed -> new View.Redirect(path(visit.swapCart(), PAYMENT)))
        .recover(
            RefusedException.shownBy(refusal ->
                options(visit)
                    .map(options -> shippingPage(visit, cart, options).refusing(refusal))));
  }

  // Payment.

  /** The cart with the total that its completion takes: with taxes, also where carts show none. */
  private static Future<Cart> priced(Visit visit, Cart cart) {
    if (cart.region().automaticTaxes()) {
      return Future.succeededFuture(cart);
    }
    return visit.changeCart(StoreCall.of("storeCalculateCartTaxes", visit.cartId()));
  }

  private View.Page paymentPage(Visit visit, Cart cart) {
    List<PaymentSession> sessions = cart.runningSessions();
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
            digest(cart, visit.text()));
    return step(visit, cart, PAYMENT, form);
  }

  private static String digest(Cart cart, Language text) {
    return SaleSummary.of(cart, text).digest(cart.email());
  }

  private ProviderChoice provider(String id, String selected, Language text) {
    PaymentForm form = forms.get(id);
    boolean isSelected = id.equals(selected);
    if (form == null) {
      return new ProviderChoice(id, text.texts().getOrDefault("payment." + id, id), "", isSelected);
    }
    return new ProviderChoice(id, form.title(), form.module(), isSelected);
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
        .compose(seen ->
            seen.isSame() ? pay(visit, seen.cart().totals().total()) : changed(visit, seen.cart()));
  }

  private Future<View> pay(Visit visit, long total) {
    String provider = visit.sent("provider");
    StoreCall completion =
        StoreCall.of(COMPLETION, visit.cartId())
            .sending(new JsonObject().put("expected_total", total));
    Future<?> selected =
        provider.isEmpty() || !visit.sent("selected").isEmpty()
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
