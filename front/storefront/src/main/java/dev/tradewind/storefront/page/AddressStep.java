package dev.tradewind.storefront.page;

import dev.tradewind.spi.notification.MailAddress;
import dev.tradewind.storefront.answer.Address;
import dev.tradewind.storefront.answer.Cart;
import dev.tradewind.storefront.answer.Customer;
import dev.tradewind.storefront.visit.RefusedException;
import dev.tradewind.storefront.visit.StoreCall;
import dev.tradewind.storefront.visit.View;
import dev.tradewind.storefront.visit.Visit;
import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * First step of the checkout: the shipping address, the billing address where it is another one,
 * and the e-mail address of a guest. A customer who is signed in may choose a saved address.
 */
final class AddressStep {

  private static final String BILLING = "billing_";
  private static final String SEPARATE = "separate";

  /**
   * Form of the addresses.
   *
   * @param isSeparate whether the invoice goes to another address
   * @param vatNumber of the company that the invoice is for
   * @param note of the shopper to the shop
   * @param lacksEmail whether the e-mail address is none
   * @param signedIn e-mail address of the customer that is signed in; absent without one
   * @param saved addresses of the customer, which can be chosen as they are
   */
  private record AddressForm(
      AddressFields shipping,
      AddressFields billing,
      boolean isSeparate,
      String vatNumber,
      String note,
      String email,
      boolean lacksEmail,
      @Nullable String signedIn,
      List<SavedAddress> saved) {

    /** Without marks of what is missing, while it is filled in. */
    AddressForm unmarked() {
      return new AddressForm(
          shipping.unmarked(),
          billing.unmarked(),
          isSeparate,
          vatNumber,
          note,
          email,
          false,
          signedIn,
          saved);
    }

    boolean isComplete() {
      return !lacksEmail && shipping.missing().isEmpty() && billing.missing().isEmpty();
    }
  }

  /** Address of a customer, as the lines of a parcel's label. */
  record SavedAddress(String id, List<String> lines) {}

  private AddressStep() {}

  static Future<View> show(Visit visit, Cart cart) {
    return AccountPages.customer(visit).map(customer -> known(visit, cart, customer));
  }

  private static View.Page known(Visit visit, Cart cart, @Nullable Customer customer) {
    Map<String, String> countries = countries(visit, cart);
    Address shipping = cart.shippingAddress();
    if (shipping == null || shipping.street() == null) {
      shipping = customer == null ? inCountry(visit) : customer.firstAddress();
    }
    Address billing = cart.billingAddress() == null ? Address.EMPTY : cart.billingAddress();
    boolean isSeparate =
        cart.shippingAddress() != null
            && billing.street() != null
            && !billing.fields().equals(shipping.fields());
    AddressForm form =
        new AddressForm(
            AddressFields.of("", countries, shipping),
            AddressFields.of(BILLING, countries, isSeparate ? billing : Address.EMPTY),
            isSeparate,
            billing.noted(Address.VAT_NUMBER),
            shipping.noted(Address.NOTE),
            cart.email() == null ? "" : cart.email(),
            false,
            customer == null ? null : customer.email(),
            saved(visit, customer, countries));
    return page(visit, cart, form);
  }

  /** The address without more than the country that the path names. */
  private static Address inCountry(Visit visit) {
    return Address.of(new JsonObject().put("country_code", visit.market().country()));
  }

  private static View.Page page(Visit visit, Cart cart, AddressForm form) {
    return CheckoutPages.step(visit, cart, CheckoutPages.ADDRESS, form);
  }

  private static Map<String, String> countries(Visit visit, Cart cart) {
    Map<String, String> countries = new LinkedHashMap<>();
    cart.region().addCountries(countries, visit.text());
    return countries;
  }

  private static List<SavedAddress> saved(
      Visit visit, @Nullable Customer customer, Map<String, String> countries) {
    if (customer == null) {
      return List.of();
    }
    return customer.shippingAddresses().stream()
        .filter(one -> countries.containsKey(one.address().fields().get("country_code")))
        .map(one -> new SavedAddress(one.id(), one.address().lines(visit.text())))
        .toList();
  }

  /** The form as it was sent. */
  private static AddressForm sent(Visit visit, Cart cart, @Nullable Customer customer) {
    Map<String, String> countries = countries(visit, cart);
    boolean isSeparate = !visit.sent(SEPARATE).isEmpty();
    AddressFields billing = AddressFields.sent(visit, BILLING, countries);
    return new AddressForm(
        AddressFields.sent(visit, "", countries),
        isSeparate ? billing : billing.unmarked(),
        isSeparate,
        visit.sent(Address.VAT_NUMBER),
        visit.sent(Address.NOTE),
        visit.sent("email"),
        customer == null && MailAddress.ascii(visit.sent("email")).isEmpty(),
        customer == null ? null : customer.email(),
        saved(visit, customer, countries));
  }

  static Future<View> save(Visit visit, Cart cart) {
    return AccountPages.customer(visit).compose(customer -> save(visit, cart, customer));
  }

  private static Future<View> save(Visit visit, Cart cart, @Nullable Customer customer) {
    String saved = visit.sent("saved");
    if (!saved.isEmpty() && customer != null) {
      Address billing = cart.billingAddress();
      boolean isOwn =
          billing != null
              && billing.street() != null
              && (cart.shippingAddress() == null
                  || !billing.fields().equals(cart.shippingAddress().fields())
                  || !billing.noted(Address.VAT_NUMBER).isEmpty());
      JsonObject change = new JsonObject().put("shipping_address", saved);
      if (!isOwn) {
        change.put("billing_address", saved);
      }
      return updated(
          visit,
          change,
          refusal -> Future.succeededFuture(known(visit, cart, customer).refusing(refusal)));
    }
    AddressForm form = sent(visit, cart, customer);
    if (visit.isPreview()) {
      return Future.succeededFuture(page(visit, cart, form.unmarked()));
    }
    Function<RefusedException, Future<View>> again =
        refusal -> Future.succeededFuture(page(visit, cart, form).refusing(refusal));
    if (!form.isComplete()) {
      return again.apply(new RefusedException(400, visit.text().of("checkout.address.missing")));
    }
    JsonObject shipping = noted(form.shipping().address(), Address.NOTE, form.note());
    JsonObject billing =
        noted(
            (form.isSeparate() ? form.billing() : form.shipping()).address(),
            Address.VAT_NUMBER,
            form.vatNumber());
    JsonObject change =
        new JsonObject().put("shipping_address", shipping).put("billing_address", billing);
    if (customer == null) {
      change.put("email", form.email());
    }
    return updated(visit, change, again)
        .compose(view -> keep(visit, customer, form.shipping(), view));
  }

  /** The address with a text of the shopper beside what is printed on the parcel. */
  private static JsonObject noted(JsonObject address, String name, String text) {
    return address.put(
        "metadata", text.isEmpty() ? new JsonObject() : new JsonObject().put(name, text));
  }

  private static Future<View> updated(
      Visit visit, JsonObject change, Function<RefusedException, Future<View>> again) {
    return visit
        .changeCart(StoreCall.of("storeUpdateCart", visit.cartId()).sending(change))
        .<View>map(changed -> new View.Redirect(CheckoutPages.path(null, CheckoutPages.SHIPPING)))
        .recover(RefusedException.shownBy(again));
  }

  /** Adds a new address to the account, if the customer wants that and has room for it. */
  private static Future<View> keep(
      Visit visit, @Nullable Customer customer, AddressFields address, View view) {
    boolean isKnown =
        customer == null
            || customer.shippingAddresses().stream()
                .anyMatch(one -> one.address().fields().equals(address.values()));
    if (isKnown || visit.sent("keep").isEmpty() || !(view instanceof View.Redirect)) {
      return Future.succeededFuture(view);
    }
    return visit
        .call(
            StoreCall.of("storeCreateCustomerMeAddress")
                .sending(new JsonObject().put("address", address.address())))
        .map(view)
        .otherwise(view);
  }
}
