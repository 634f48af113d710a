package dev.tradewind.storefront.page;

import dev.tradewind.kernel.json.JsonArrays;
import dev.tradewind.kernel.text.LocalPath;
import dev.tradewind.storefront.design.Language;
import dev.tradewind.storefront.design.PostalCodes;
import dev.tradewind.storefront.render.SaleView;
import dev.tradewind.storefront.visit.RefusedException;
import dev.tradewind.storefront.visit.StoreCall;
import dev.tradewind.storefront.visit.View;
import dev.tradewind.storefront.visit.Visit;
import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Account of a customer: registration, sign-in, passwords, addresses and the list of orders. */
public final class AccountPages {

  private static final String PATH = "/account";
  private static final int SIZE = 10;

  /** The customer that is signed in; null without one. */
  static Future<@Nullable JsonObject> customer(Visit visit) {
    return visit
        .call(StoreCall.of("storeGetCustomerMe"))
        .map(answer -> answer.getJsonObject("customer"))
        .recover(failure ->
            failure instanceof RefusedException refusal && refusal.status() == 401
                ? Future.succeededFuture()
                : Future.failedFuture(failure));
  }

  public Future<View> show(Visit visit) {
    return customer(visit)
        .compose(customer ->
            customer == null
                ? Future.succeededFuture(signIn(visit))
                : orders(visit).map(orders -> account(visit, customer, orders)));
  }

  private static View.Page signIn(Visit visit) {
    return View.Page.personal("sign-in", visit.text().of("account.title"))
        .with("email", visit.sent("action").equals("sign-in") ? visit.sent("email") : "")
        .with("back", back(visit))
        .with("values", visit.sent(Set.of("first_name", "last_name", "new_email")).getMap())
        .with("told", null);
  }

  /** Path of the page that asked for the login; the account without one. */
  private static String back(Visit visit) {
    return LocalPath.of(visit.isWrite() ? visit.sent("back") : visit.asked("back"), PATH);
  }

  private static Future<JsonObject> orders(Visit visit) {
    return visit.call(
        StoreCall.of("storeListCustomerMeOrders")
            .where("limit", SIZE)
            .where("offset", (visit.pageNumber() - 1) * SIZE));
  }

  private static View.Page account(Visit visit, JsonObject customer, JsonObject found) {
    Language text = visit.text();
    int count = found.getInteger("count");
    List<Map<String, String>> orders =
        JsonArrays.objects(found.getJsonArray("orders")).stream()
            .map(order ->
                Map.of(
                    "path", "/orders/" + order.getString("id"),
                    "number", String.valueOf(order.getValue("display_id")),
                    "date", text.date(order.getString("created_at")),
                    "payment", text.status(order.getString("payment_status")),
                    "shipping", text.status(order.getString("fulfillment_status")),
                    "total", SaleView.ofOrder(order, text).total()))
            .toList();
    List<Map<String, Object>> addresses =
        JsonArrays.objects(customer.getJsonArray("shipping_addresses")).stream()
            .map(address ->
                Map.<String, Object>of(
                    "id", address.getString("id"),
                    "lines", SaleView.addressLines(address, text)))
            .toList();
    Map<String, String> countries = countries(visit);
    return View.Page.personal("account", text.of("account.title"))
        .with("name", SaleView.joined(customer, "first_name", "last_name"))
        .with("email", customer.getString("email"))
        .with("orders", orders)
        .with("addresses", addresses)
        .with("countries", countries)
        .with("hasPostalCode", PostalCodes.isRequiredIn(countries.keySet()))
        .with("page", visit.pageNumber())
        .with("lastPage", Math.max((count + SIZE - 1) / SIZE, 1));
  }

  /** Countries of all regions, by code. */
  private static Map<String, String> countries(Visit visit) {
    Map<String, String> countries = new TreeMap<>();
    visit
        .regions()
        .forEach(region ->
            JsonArrays.objects(region.getJsonArray("countries"))
                .forEach(country ->
                    countries.put(
                        country.getString("iso_2"),
                        visit.text().country(country.getString("iso_2")))));
    return countries;
  }

  public Future<View> change(Visit visit) {
    Future<View> changed =
        switch (visit.sent("action")) {
          case "sign-in" -> session(visit, "storeLogIn", credentials(visit, "email", "password"));
          case "register" -> register(visit);
          case "sign-out" -> signOut(visit);
          case "add-address" ->
              called(
                  visit,
                  StoreCall.of("storeCreateCustomerMeAddress")
                      .sending(
                          new JsonObject()
                              .put("address", visit.sent(CheckoutPages.ADDRESS_FIELDS))));
          case "remove-address" ->
              called(
                  visit,
                  StoreCall.of("storeDeleteCustomerMeAddress")
                      .with("address_id", visit.sent("address")));
          default -> Future.failedFuture(new RefusedException(400, visit.text().of("problem.400")));
        };
    return changed.recover(failure ->
        failure instanceof RefusedException refusal && refusal.status() < 500
            ? show(visit).map(view -> refused(view, refusal, visit.text()))
            : Future.failedFuture(failure));
  }

  private static View refused(View view, RefusedException refusal, Language text) {
    return view instanceof View.Page page
        ? page.refusing(
            refusal.status() == 401
                ? new RefusedException(401, text.of("account.wrong-password"))
                : refusal)
        : view;
  }

  private static JsonObject credentials(Visit visit, String email, String password) {
    return new JsonObject().put("email", visit.sent(email)).put("password", raw(visit, password));
  }

  /** A password as it is, with its spaces. */
  private static String raw(Visit visit, String name) {
    String value = visit.form().get(name);
    return value == null ? "" : value;
  }

  private static Future<View> session(Visit visit, String operation, JsonObject body) {
    return visit
        .callForSession(StoreCall.of(operation).sending(body))
        .map(done -> new View.Redirect(back(visit)));
  }

  private static Future<View> register(Visit visit) {
    return session(
        visit,
        "storeCreateCustomer",
        credentials(visit, "new_email", "new_password")
            .mergeIn(visit.sent(Set.of("first_name", "last_name"))));
  }

  /** The cart stays with the account, out of reach of this browser. */
  private static Future<View> signOut(Visit visit) {
    return visit
        .callForSession(StoreCall.of("storeLogOut"))
        .map(done -> {
          visit.forgetCart();
          return new View.Redirect(PATH);
        });
  }

  private static Future<View> called(Visit visit, StoreCall call) {
    return visit.call(call).map(done -> new View.Redirect(PATH));
  }

  /** Without a token the page sends an e-mail with one. */
  public Future<View> showReset(Visit visit) {
    return Future.succeededFuture(reset(visit));
  }

  private static View.Page reset(Visit visit) {
    String token = visit.isWrite() ? visit.sent("token") : visit.asked("token");
    return View.Page.personal("reset-password", visit.text().of("reset.title"))
        .with("token", token)
        .with("email", visit.sent("email"))
        .with("told", null);
  }

  public Future<View> sendReset(Visit visit) {
    boolean hasToken = !visit.sent("token").isEmpty();
    JsonObject body = new JsonObject().put("email", visit.sent("email"));
    Future<View> done =
        hasToken
            ? visit
                .call(
                    StoreCall.of("storePasswordResetCustomer")
                        .sending(
                            body.put("token", visit.sent("token"))
                                .put("password", raw(visit, "password"))))
                .map(changed -> signIn(visit).with("told", visit.text().of("reset.done")))
            : visit
                .call(StoreCall.of("storePasswordTokenCustomer").sending(body))
                .map(sent -> reset(visit).with("told", visit.text().of("reset.sent")));
    return done.recover(failure ->
        failure instanceof RefusedException refusal && refusal.status() < 500
            ? Future.succeededFuture(
                reset(visit)
                    .refusing(
                        refusal.status() == 401
                            ? new RefusedException(401, visit.text().of("reset.old"))
                            : refusal))
            : Future.failedFuture(failure));
  }
}
