package dev.tradewind.storefront.page;

import dev.tradewind.kernel.json.JsonArrays;
import dev.tradewind.spi.notification.MailAddress;
import dev.tradewind.spi.payment.PaymentForm;
import dev.tradewind.storefront.design.Language;
import dev.tradewind.storefront.design.PostalCodes;
import dev.tradewind.storefront.render.SaleView;
import dev.tradewind.storefront.visit.RefusedException;
import dev.tradewind.storefront.visit.StoreCall;
import dev.tradewind.storefront.visit.View;
import dev.tradewind.storefront.visit.Visit;
import io.vertx.core.Future;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
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

  static final Set<String> ADDRESS_FIELDS =
      Set.of(
          "first_name",
          "last_name",
          "company",
          "address_1",
          "address_2",
          "postal_code",
          "city",
          "province",
          "country_code",
          "phone");

  private static final String COMPLETION = "storeCompleteCart";

  private static final List<String> REQUIRED =
      List.of("first_name", "address_1", "city", "country_code");

  private final Map<String, PaymentForm> forms;

  public CheckoutPages(List<PaymentForm> forms) {
    this.forms =
        forms.stream().collect(Collectors.toUnmodifiableMap(PaymentForm::providerId, form -> form));
  }

  public Future<View> show(Visit visit) {
    JsonObject cart = visit.cart();
    if (cart == null || cart.getJsonArray("items").isEmpty()) {
      return Future.succeededFuture(new View.Redirect("/cart"));
    }
    boolean isSwap = visit.swapCart() != null;
    boolean hasAddress =
        isSwap || cart.getValue("shipping_address") != null && cart.getValue("email") != null;
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
    JsonObject cart = visit.cart();
    String completed = visit.completedCart();
    if (completed != null) {
      return complete(visit, StoreCall.of(COMPLETION, completed));
    }
    if (cart == null || cart.getJsonArray("items").isEmpty()) {
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

  private static View.Page step(Visit visit, JsonObject cart, String step) {
    SaleView sale = SaleView.ofCart(cart, visit.text());
    return View.Page.personal("checkout", visit.text().of("checkout.title"))
        .with("step", step)
        .with("swapCart", visit.swapCart())
        .with("paths", paths(visit.swapCart()))
        .with("lines", sale.lines())
        .with("totals", sale.totals())
        .with("addressLines", sale.address())
        .with("shippingNames", sale.shipping());
  }

  private static Map<String, String> paths(@Nullable String swapCart) {
    return Map.of(
        ADDRESS, path(swapCart, ADDRESS),
        SHIPPING, path(swapCart, SHIPPING));
  }

  // Address.

  private static Future<View> address(Visit visit, JsonObject cart) {
    return AccountPages.customer(visit)
        .map(customer -> addressPage(visit, cart, customer, known(cart, customer)));
  }

  private static JsonObject known(JsonObject cart, @Nullable JsonObject customer) {
    JsonObject current = cart.getJsonObject("shipping_address");
    if (current != null && current.getString("address_1") != null) {
      return current;
    }
    if (customer == null) {
      return new JsonObject();
    }
    List<JsonObject> addresses = JsonArrays.objects(customer.getJsonArray("shipping_addresses"));
    return addresses.isEmpty() ? customer : addresses.getFirst();
  }

  private static View.Page addressPage(
      Visit visit, JsonObject cart, @Nullable JsonObject customer, JsonObject values) {
    Map<String, String> countries = countries(cart, visit.text());
    Map<String, String> filled = new HashMap<>();
    ADDRESS_FIELDS.forEach(name -> filled.put(name, values.getString(name, "")));
    filled.replaceAll((name, value) -> value == null ? "" : value);
    String email = visit.isWrite() ? visit.sent("email") : cart.getString("email", "");
    return step(visit, cart, ADDRESS)
        .with("countries", countries)
        .with("hasPostalCode", PostalCodes.isRequiredIn(countries.keySet()))
        .with("address", filled)
        .with("missing", List.of())
        .with("email", email == null ? "" : email)
        .with("signedIn", customer == null ? null : customer.getString("email"));
  }

  private static Map<String, String> countries(JsonObject cart, Language text) {
    Map<String, String> countries = new LinkedHashMap<>();
    JsonArrays.objects(cart.getJsonObject("region").getJsonArray("countries"))
        .forEach(
            one -> countries.put(one.getString("iso_2"), text.country(one.getString("iso_2"))));
    return countries;
  }

  private static Future<View> saveAddress(Visit visit, JsonObject cart) {
    return AccountPages.customer(visit)
        .compose(customer -> {
          JsonObject address = visit.sent(ADDRESS_FIELDS);
          List<String> missing = missing(visit, customer);
          if (!missing.isEmpty()) {
            RefusedException refusal =
                new RefusedException(400, visit.text().of("checkout.address.missing"));
            return Future.succeededFuture(
                addressPage(visit, cart, customer, address)
                    .with("missing", missing)
                    .refusing(refusal));
          }
          JsonObject change =
              new JsonObject().put("shipping_address", address).put("billing_address", address);
          if (customer == null) {
            change.put("email", visit.sent("email"));
          }
          return visit
              .changeCart(StoreCall.of("storeUpdateCart", visit.cartId()).sending(change))
              .<View>map(changed -> new View.Redirect(path(null, SHIPPING)))
              .recover(failure ->
                  failure instanceof RefusedException refusal && refusal.status() < 500
                      ? Future.succeededFuture(
                          addressPage(visit, cart, customer, address).refusing(refusal))
                      : Future.failedFuture(failure));
        });
  }

  private static List<String> missing(Visit visit, @Nullable JsonObject customer) {
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

  private static Future<View> shipping(Visit visit, JsonObject cart) {
    return options(visit).map(options -> shippingPage(visit, cart, options));
  }

  private static Future<List<JsonObject>> options(Visit visit) {
    return visit.list(
        StoreCall.of("storeGetShippingOption").with("cart_id", visit.cartId()), "shipping_options");
  }

  private static View.Page shippingPage(Visit visit, JsonObject cart, List<JsonObject> options) {
    Set<String> chosen =
        JsonArrays.objects(cart.getJsonArray("shipping_methods")).stream()
            .map(method -> method.getString("shipping_option_id"))
            .collect(Collectors.toSet());
    String currency = visit.currency();
    List<List<Map<String, Object>>> parcels =
        byProfile(options).values().stream()
            .map(offered -> {
              String selected =
                  offered.stream()
                      .map(one -> one.getString("id"))
                      .filter(chosen::contains)
                      .findFirst()
                      .orElse(offered.getFirst().getString("id"));
              return offered.stream()
                  .map(one -> shippingChoice(one, selected, currency, visit.text()))
                  .toList();
            })
            .toList();
    return step(visit, cart, SHIPPING).with("parcels", parcels);
  }

  private static Map<String, Object> shippingChoice(
      JsonObject option, String selected, String currency, Language text) {
    Long withTax = option.getLong("price_incl_tax");
    long price =
        Objects.requireNonNullElse(withTax == null ? option.getLong("amount") : withTax, 0L);
    return Map.of(
        "id", option.getString("id"),
        "name", option.getString("name"),
        "price", text.money(price, currency),
        "checked", option.getString("id").equals(selected));
  }

  private static Map<String, List<JsonObject>> byProfile(List<JsonObject> options) {
    return options.stream()
        .collect(
            Collectors.groupingBy(
                one -> one.getString("profile_id"), LinkedHashMap::new, Collectors.toList()));
  }

  private static Future<View> saveShipping(Visit visit, JsonObject cart) {
    Future<JsonObject> saved = Future.succeededFuture(cart);
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
        .recover(failure ->
            failure instanceof RefusedException refusal && refusal.status() < 500
                ? options(visit)
                    .map(options -> shippingPage(visit, cart, options).refusing(refusal))
                : Future.failedFuture(failure));
  }

  // Payment.

  /** The cart with the total that its completion takes: with taxes, also where carts show none. */
  private static Future<JsonObject> priced(Visit visit, JsonObject cart) {
    return cart.getJsonObject("region").getBoolean("automatic_taxes", true)
        ? Future.succeededFuture(cart)
        : visit.changeCart(StoreCall.of("storeCalculateCartTaxes", visit.cartId()));
  }

  private View.Page paymentPage(Visit visit, JsonObject cart) {
    SaleView sale = SaleView.ofCart(cart, visit.text());
    List<JsonObject> sessions = sessions(cart);
    String selected =
        sessions.stream()
            .filter(session -> Boolean.TRUE.equals(session.getBoolean("is_selected")))
            .map(session -> session.getString("provider_id"))
            .findFirst()
            .orElse(sessions.isEmpty() ? "" : sessions.getFirst().getString("provider_id"));
    List<Map<String, Object>> providers =
        sessions.stream()
            .map(session -> provider(session.getString("provider_id"), selected, visit.text()))
            .toList();
    return step(visit, cart, PAYMENT)
        .with("providers", providers)
        .with("hasForms", providers.stream().anyMatch(one -> !"".equals(one.get("module"))))
        .with("isPaid", cart.getLong("total", 0L) <= 0)
        .with("total", sale.amount())
        .with("seen", sale.digest());
  }

  /** Sessions of the providers that run here. */
  private static List<JsonObject> sessions(JsonObject cart) {
    JsonArray providers = cart.getJsonObject("region").getJsonArray("payment_providers");
    Set<String> installed =
        JsonArrays.objects(providers).stream()
            .filter(one -> one.getBoolean("is_installed", true))
            .map(one -> one.getString("id"))
            .collect(Collectors.toSet());
    return JsonArrays.objects(cart.getJsonArray("payment_sessions")).stream()
        .filter(
            session -> providers == null || installed.contains(session.getString("provider_id")))
        .toList();
  }

  private Map<String, Object> provider(String id, String selected, Language text) {
    PaymentForm form = forms.get(id);
    String title = form == null ? text.texts().getOrDefault("payment." + id, id) : form.title();
    return Map.of(
        "id",
        id,
        "title",
        title,
        "module",
        form == null ? "" : form.module(),
        "checked",
        id.equals(selected));
  }

  /**
   * The data of the chosen provider's session, for its form. A session that cannot be paid any more
   * is replaced.
   */
  private static Future<View> session(Visit visit) {
    String provider = visit.sent("provider");
    Future<JsonObject> selected =
        visit.changeCart(
            StoreCall.of("storeSelectPaymentSession", visit.cartId())
                .sending(new JsonObject().put("provider_id", provider)));
    Future<JsonObject> session =
        visit.sent("renew").isEmpty()
            ? selected
            : selected.compose(cart ->
                visit.changeCart(
                    StoreCall.of("storeRefreshPaymentSession", visit.cartId())
                        .with("provider_id", provider)));
    return session.map(cart ->
        new View.Json(
            new JsonObject().put("data", cart.getJsonObject("payment_session").getValue("data"))));
  }

  /** The page of the order that the cart becomes, or has become by the notice of its payment. */
  private static Future<View> complete(Visit visit, StoreCall completion) {
    return visit
        .call(completion)
        .map(answer -> {
          JsonObject made = answer.getJsonObject("data");
          String page =
              switch (answer.getString("type")) {
                case "order" -> made.getString("id") + "?placed";
                case "swap" -> made.getString("order_id") + "?swapped";
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
  private record Seen(JsonObject cart, SaleView sale, boolean isSame) {}

  private static Future<Seen> asSeen(Visit visit, JsonObject cart) {
    return priced(visit, cart)
        .map(priced -> {
          SaleView sale = SaleView.ofCart(priced, visit.text());
          return new Seen(priced, sale, sale.digest().equals(visit.sent("seen")));
        });
  }

  private static RefusedException changed(Language text) {
    return new RefusedException(409, text.of("checkout.changed"));
  }

  /** The sale as it is now; a change of the region has taken its payment sessions away. */
  private Future<View> changed(Visit visit, JsonObject cart) {
    RefusedException refusal = changed(visit.text());
    return sessions(cart).isEmpty() && cart.getLong("total", 0L) > 0
        ? options(visit).map(options -> shippingPage(visit, cart, options).refusing(refusal))
        : Future.succeededFuture(paymentPage(visit, cart).refusing(refusal));
  }

  /**
   * Selects the chosen provider, if something is left to pay, and completes the cart as the page
   * showed it. The total is compared once more where the order is placed.
   */
  private Future<View> pay(Visit visit, JsonObject cart) {
    return asSeen(visit, cart)
        .compose(
            seen -> seen.isSame() ? pay(visit, seen.sale().amount()) : changed(visit, seen.cart()));
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
        .recover(failure ->
            failure instanceof RefusedException refusal && refusal.status() < 500
                ? visit
                    .call(StoreCall.of("storeGetCart", visit.cartId()))
                    .compose(answer -> priced(visit, answer.getJsonObject("cart")))
                    .map(now -> paymentPage(visit, now).refusing(refusal))
                : Future.failedFuture(failure));
  }
}
