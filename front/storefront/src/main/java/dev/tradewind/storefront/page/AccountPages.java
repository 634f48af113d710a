package dev.tradewind.storefront.page;

import dev.tradewind.kernel.text.LocalPath;
import dev.tradewind.storefront.answer.Address;
import dev.tradewind.storefront.answer.Answer;
import dev.tradewind.storefront.answer.Customer;
import dev.tradewind.storefront.answer.OrderList;
import dev.tradewind.storefront.design.Language;
import dev.tradewind.storefront.visit.RefusedException;
import dev.tradewind.storefront.visit.StoreCall;
import dev.tradewind.storefront.visit.View;
import dev.tradewind.storefront.visit.Visit;
import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Account of a customer: registration, sign-in, passwords, addresses and the list of orders. */
public final class AccountPages {

  private static final String PATH = "/account";
  private static final String ADD_ADDRESS = "add-address";
  private static final int SIZE = 10;

  /**
   * Content of the page of sign-in and registration.
   *
   * @param back path of the page that asked for the login
   * @param order id of the order from whose page a guest registers; empty without one
   * @param values of the registration, by the names of their fields
   * @param told what happened before; absent without anything
   */
  private record LoginForm(
      String email, String back, String order, Map<String, Object> values, @Nullable String told) {}

  /** Content of the page for a forgotten password. */
  private record ResetForm(String token, String email, @Nullable String told) {}

  /**
   * Content of the account.
   *
   * @param own name and telephone number, by the names of their fields
   * @param address form of another address, in the countries of all regions
   * @param page number of the page of orders, from 1
   */
  private record Account(
      String name,
      String email,
      Map<String, String> own,
      List<PlacedOrder> orders,
      List<AddressStep.SavedAddress> addresses,
      AddressFields address,
      int page,
      int lastPage) {}

  /** Order of the list. */
  private record PlacedOrder(
      String path, int number, String date, String payment, String shipping, String total) {}

  /** The customer that is signed in; null without one. */
  static Future<@Nullable Customer> customer(Visit visit) {
    return visit
        .ask(StoreCall.of("storeGetCustomerMe"), Answer.CUSTOMER)
        .recover(failure -> {
          if (failure instanceof RefusedException refusal && refusal.status() == 401) {
            return Future.succeededFuture();
          }
          return Future.failedFuture(failure);
        });
  }

  public Future<View> show(Visit visit) {
    return customer(visit)
        .compose(customer -> {
          if (customer == null) {
            return Future.succeededFuture(signIn(visit, null));
          }
          return orders(visit).map(orders -> account(visit, customer, orders));
        });
  }

  private static View.Page signIn(Visit visit, @Nullable String told) {
    LoginForm content =
        new LoginForm(
            visit.sent("action").equals("sign-in") ? visit.sent("email") : "",
            back(visit),
            visit.sent("order"),
            visit.sent(Set.of("first_name", "last_name", "new_email")).getMap(),
            told);
    return View.Page.personal("sign-in", visit.text().of("account.title"), content);
  }

  /** Path of the page that asked for the login; the account without one. */
  private static String back(Visit visit) {
    return LocalPath.of(visit.isWrite() ? visit.sent("back") : visit.asked("back"), PATH);
  }

  private static Future<OrderList> orders(Visit visit) {
    return visit.ask(
        StoreCall.of("storeListCustomerMeOrders")
            .where("limit", SIZE)
            .where("offset", (visit.pageNumber() - 1) * SIZE),
        Answer.ORDERS);
  }

  private static View.Page account(Visit visit, Customer customer, OrderList found) {
    Language text = visit.text();
    Account content =
        new Account(
            customer.own().name(),
            customer.email(),
            customer.own().fields(),
            found.orders().stream().map(order -> placed(order, text)).toList(),
            customer.shippingAddresses().stream()
                .map(saved -> new AddressStep.SavedAddress(saved.id(), saved.address().lines(text)))
                .toList(),
            address(visit),
            visit.pageNumber(),
            Math.max((found.count() + SIZE - 1) / SIZE, 1));
    return View.Page.personal("account", text.of("account.title"), content);
  }

  /** The form of an address as it was sent, or an empty one. */
  private static AddressFields address(Visit visit) {
    Map<String, String> countries = new LinkedHashMap<>();
    visit.regions().forEach(region -> region.addCountries(countries, visit.text()));
    if (!visit.sent("action").equals(ADD_ADDRESS)) {
      return AddressFields.of("", countries, Address.EMPTY);
    }
    AddressFields sent = AddressFields.sent(visit, "", countries);
    return visit.isPreview() ? sent.unmarked() : sent;
  }

  private Future<View> addAddress(Visit visit) {
    AddressFields address = address(visit);
    if (visit.isPreview()) {
      return show(visit);
    }
    if (!address.missing().isEmpty()) {
      return Future.failedFuture(
          new RefusedException(400, visit.text().of("checkout.address.missing")));
    }
    return called(
        visit,
        StoreCall.of("storeCreateCustomerMeAddress")
            .sending(new JsonObject().put("address", address.address())));
  }

  private static PlacedOrder placed(OrderList.Entry order, Language text) {
    return new PlacedOrder(
        "/orders/" + order.id(),
        order.displayId(),
        text.date(order.createdAt()),
        text.status("payment", order.paymentStatus(), order.paymentVariant()),
        text.status("fulfillment", order.fulfillmentStatus(), ""),
        text.money(order.total(), order.currencyCode()));
  }

  public Future<View> change(Visit visit) {
    Future<View> changed =
        switch (visit.sent("action")) {
          case "sign-in" -> session(visit, "storeLogIn", credentials(visit, "email", "password"));
          case "register" -> register(visit);
          case "sign-out" -> signOut(visit);
          case "profile" ->
              session(
                  visit, "storeMeCustomer", visit.sent(Set.of("first_name", "last_name", "phone")));
          case "login" -> changeLogin(visit);
          case ADD_ADDRESS -> addAddress(visit);
          case "remove-address" ->
              called(
                  visit,
                  StoreCall.of("storeDeleteCustomerMeAddress")
                      .with("address_id", visit.sent("address")));
          default -> Future.failedFuture(new RefusedException(400, visit.text().of("problem.400")));
        };
    return changed.recover(
        RefusedException.shownBy(
            refusal -> show(visit).map(view -> refused(view, refusal, visit.text()))));
  }

  private static View refused(View view, RefusedException refusal, Language text) {
    if (view instanceof View.Page page) {
      return page.refusing(
          refusal.status() == 401
              ? new RefusedException(401, text.of("account.wrong-password"))
              : refusal);
    }
    return view;
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

  /** The order from whose page a guest registers is claimed in the new session, at its own page. */
  private static Future<View> register(Visit visit) {
    String order = visit.sent("order");
    return session(
            visit,
            "storeCreateCustomer",
            credentials(visit, "new_email", "new_password")
                .mergeIn(visit.sent(Set.of("first_name", "last_name"))))
        .map(opened ->
            order.isEmpty() ? opened : new View.Repeated("/orders/" + StoreCall.encoded(order)));
  }

  /** Changes e-mail address or password, which needs the present password. */
  private static Future<View> changeLogin(Visit visit) {
    JsonObject change =
        new JsonObject()
            .put("email", visit.sent("email"))
            .put("old_password", raw(visit, "old_password"));
    if (!raw(visit, "password").isEmpty()) {
      change.put("password", raw(visit, "password"));
    }
    return session(visit, "storeMeCustomer", change);
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
    return Future.succeededFuture(reset(visit, null));
  }

  private static View.Page reset(Visit visit, @Nullable String told) {
    String token = visit.isWrite() ? visit.sent("token") : visit.asked("token");
    return View.Page.personal(
        "reset-password",
        visit.text().of("reset.title"),
        new ResetForm(token, visit.sent("email"), told));
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
                .map(changed -> signIn(visit, visit.text().of("reset.done")))
            : visit
                .call(StoreCall.of("storePasswordTokenCustomer").sending(body))
                .map(sent -> reset(visit, visit.text().of("reset.sent")));
    return done.recover(
        RefusedException.shownBy(refusal ->
            Future.succeededFuture(
                reset(visit, null)
                    .refusing(
                        refusal.status() == 401
                            ? new RefusedException(401, visit.text().of("reset.old"))
                            : refusal))));
  }
}
