package dev.tradewind.acceptance.payment;

import static dev.tradewind.acceptance.StaffClient.json;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.tradewind.acceptance.Answer;
import dev.tradewind.acceptance.Shop;
import dev.tradewind.acceptance.StaffClient;
import dev.tradewind.acceptance.Storefront;
import dev.tradewind.kernel.text.Ids;
import dev.tradewind.providers.test.TestPaymentProvider;
import dev.tradewind.spi.payment.PaymentSubject;
import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * Knowledge of a payment provider about the cart that its session pays, and of the shop about it.
 */
class PaymentSubjectIT {

  private static Shop shop;
  private static StaffClient staff;

  private final String email = "payer-" + Ids.ulid().toLowerCase(Locale.ROOT) + "@example.com";
  private final JsonObject variant = shop.newVariant(1_000, 9);

  @BeforeAll
  static void open() {
    shop = Shop.shared();
    staff = new StaffClient(shop);
    shop.openRegionPaidWith(TestPaymentProvider.ID);
  }

  @Test
  void aSessionIsOpenedForTheCustomerTheAddressAndTheLines() {
    String cartId = cartWithSession();

    PaymentSubject subject = TestPaymentProvider.subject(cartId);
    assertThat(subject.email()).isEqualTo(email);
    assertThat(subject.returnUrl()).contains("https://shop.example/thanks");
    assertThat(subject.shippingAddress().getString("city")).isEqualTo("Lisbon");
    assertThat(subject.lines())
        .extracting(PaymentSubject.Line::variantId, PaymentSubject.Line::quantity)
        .containsExactly(tuple(variant.getString("id"), 2L));
    PaymentSubject.Customer customer = subject.customer();
    assertThat(customer.email()).isEqualTo(email);
    assertThat(customer.hasAccount()).isFalse();
    assertThat(customer.metadata().getMap()).isEmpty();
  }

  @Test
  void theFirstIdAtTheProviderStays() {
    String first = cartWithSession();
    String customerId = TestPaymentProvider.subject(first).customer().id();
    staff.post("/admin/customers/" + customerId, "{'metadata': {'note': 'regular'}}");

    String second = cartWithSession();

    String known = "at the provider since " + first;
    assertThat(TestPaymentProvider.subject(second).customer().atProvider())
        .isEqualTo(new PaymentSubject.ProviderCustomer(known, true));
    assertThat(
            staff
                .get("/admin/customers/" + customerId)
                .getJsonObject("customer")
                .getJsonObject("metadata"))
        .isEqualTo(
            new JsonObject().put(TestPaymentProvider.CUSTOMER, known).put("note", "regular"));
  }

  /** A shopper's metadata is no identity: each provider's key is refused, and never read. */
  @Test
  void aShopperCannotNameACustomerOfAProvider() {
    Storefront shopper = shop.storefront();
    Answer registered =
        shopper.post(
            "/store/customers",
            json(
                "{'email': '%s', 'password': 'Secret-9-Harbour', 'first_name': 'Ana',"
                    + " 'last_name': 'Souza'}",
                email));
    String cookie = registered.header("set-cookie").replaceFirst(";.*", "");

    assertThat(shop.providers().customerKeys()).contains(TestPaymentProvider.CUSTOMER);
    for (String key : shop.providers().customerKeys()) {
      Answer refused =
          shopper.post(
              "/store/customers/me", json("{'metadata': {'%s': 'cus_1'}}", key), "cookie", cookie);
      assertThat(refused.status()).isEqualTo(400);
      assertThat(refused.body().getString("message")).contains("metadata." + key);
    }
  }

  private String cartWithSession() {
    Storefront storefront = shop.storefront();
    String cartId =
        storefront
            .createCart(Shop.regionPaidWith(TestPaymentProvider.ID), variant.getString("id"), 2)
            .getString("id");
    List.of(
            json("{'email': '%s'}", email),
            json(
                "{'context': {'return_url': 'https://shop.example/thanks'},"
                    + " 'shipping_address': {'city': 'Lisbon'}}"))
        .forEach(change ->
            assertThat(storefront.post("/store/carts/" + cartId, change).status()).isEqualTo(200));
    assertThat(storefront.post("/store/carts/" + cartId + "/payment-sessions", null).status())
        .isEqualTo(200);
    return cartId;
  }
}
