package dev.tradewind.acceptance.checkout;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.acceptance.Shop;
import dev.tradewind.acceptance.catalog.CsvAdminClient;
import dev.tradewind.acceptance.payment.StripeStore;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * Meaning of an amount in a currency that Medusa v1 counts in several ways: the dashboard's, which
 * sends 499000 for 4990 forints, on all surfaces.
 */
class CurrencyMeaningIT {

  private static final long TYPED = 499_000;

  private static StripeStore store;
  private static CsvAdminClient files;
  private static JsonObject product;
  private static String variantId;

  @BeforeAll
  static void open() {
    store = new StripeStore(Map.of());
    files = new CsvAdminClient(store.shop.storefront(), store.staff.credentials());
    store.staff.post("/admin/store/currencies/huf", "{}");
    String region = Shop.regionPaidWith("stripe");
    store.staff.post("/admin/regions/" + region, "{'currency_code': 'huf'}");
    product =
        store
            .staff
            .post(
                "/admin/products",
                "{'title': 'Forint kettle', 'handle': 'forint-kettle', 'status': 'published',"
                    + " 'options': [{'title': 'Size'}], 'variants': [{'title': 'S',"
                    + " 'manage_inventory': false, 'options': [{'value': 'S'}],"
                    + " 'prices': [{'currency_code': 'huf', 'amount': %d}]}]}",
                TYPED)
            .getJsonObject("product");
    variantId = product.getJsonArray("variants").getJsonObject(0).getString("id");
  }

  @AfterAll
  static void close() {
    store.close();
  }

  @Test
  void theStorefrontAndItsDataForSearchEnginesShowTheTypedPrice() throws Exception {
    String page = page("/products/forint-kettle");

    assertThat(page).contains("HUF4,990.00").contains("\"price\":\"4990.00\"");
  }

  @Test
  void aFileOfProductsHasTheTypedPriceAndReadsIt() {
    JsonObject context =
        new JsonObject()
            .put("filterable_fields", new JsonObject().put("handle", "forint-kettle"))
            .put("fields", "handle")
            .put("expand", "variants,variants.prices");
    assertThat(files.exported(context).lines().skip(1)).first().asString().endsWith(";4990");

    files.imported("Product Handle;Product Title;Variant Title;Price HUF\nforint-cup;Cup;S;4990\n");

    assertThat(
            store
                .staff
                .get("/admin/products?handle=forint-cup")
                .getJsonArray("products")
                .getJsonObject(0)
                .getJsonArray("variants")
                .getJsonObject(0)
                .getJsonArray("prices")
                .getJsonObject(0)
                .getLong("amount"))
        .isEqualTo(TYPED);
  }

  @Test
  void stripeChargesTheTypedPrice() {
    JsonObject session = store.session(store.cartOf(variantId, 1));

    JsonObject intent = store.fromStripe("payment_intents/" + session.getString("id"));
    // Stripe counts the forint in hundredths.
    assertThat(intent.getString("currency")).isEqualTo("huf");
    assertThat(intent.getLong("amount")).isEqualTo(499_000);
  }

  @Test
  void morePlacesThanTheCurrencyHasAreRefusedByLineAndColumn() {
    JsonObject job =
        files.imported(
            "Product Handle;Product Title;Variant Title;Price EUR\nforint-mug;Mug;S;1.299\n");

    assertThat(job.getString("status")).isEqualTo("failed");
    assertThat(job.getJsonObject("result").getJsonArray("errors"))
        .containsExactly(
            "Line 2, column Price EUR: must be an amount with at most 2 digits after the point,"
                + " without separators");
  }

  private static String page(String path) throws IOException, InterruptedException {
    try (HttpClient http =
        HttpClient.newBuilder().followRedirects(HttpClient.Redirect.NORMAL).build()) {
      HttpRequest request =
          HttpRequest.newBuilder(URI.create(store.storefront.url() + path))
              .header("Accept", "text/html")
              .header("Cookie", "tradewind-region=" + Shop.regionPaidWith("stripe"))
              .build();
      return http.send(request, BodyHandlers.ofString()).body();
    }
  }
}
