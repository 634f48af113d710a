package dev.tradewind.acceptance.growth;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.acceptance.Answer;
import dev.tradewind.acceptance.Shop;
import dev.tradewind.acceptance.Storefront;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.Collections;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Attempts to exceed the bounds that the gateway holds for all operations. */
class GrowthBoundsIT {

  private static final String TOKEN = "growth-token";

  private static Storefront storefront;

  @BeforeAll
  static void open() {
    Shop.shared().newUser("growth@example.com", "open sesame", TOKEN);
    storefront = Shop.shared().storefront();
  }

  @Test
  void aBodyHasAHundredKibibytes() {
    String text = "x".repeat(100 * 1024);

    assertThat(storefront.post("/store/carts", new JsonObject().put("region_id", text)).status())
        .isEqualTo(413);
  }

  @Test
  void anIdempotencyKeyHas255Characters() {
    assertThat(withKey(255).status()).isEqualTo(404);

    Answer refused = withKey(256);
    assertThat(refused.status()).isEqualTo(400);
    assertThat(refused.body().getString("message")).contains("Idempotency-Key");
  }

  private static Answer withKey(int length) {
    String key = "k".repeat(length);
    return storefront.post("/store/carts/cart_1/complete", null, "Idempotency-Key", key);
  }

  @Test
  void aWebhookHasAHundredTypesOfEvents() {
    JsonArray types = new JsonArray(Collections.nCopies(101, "order.placed"));
    Answer refused =
        storefront.post(
            "/admin/tradewind/webhooks",
            new JsonObject().put("url", "https://receiver.example").put("event_types", types),
            "x-medusa-access-token",
            TOKEN);

    assertThat(refused.status()).as(refused.text()).isEqualTo(400);
    assertThat(refused.body().getString("message")).contains("event_types");
  }

  @Test
  void aCollectionHasFiftyPaymentSessions() {
    JsonArray sessions = new JsonArray();
    for (int i = 0; i < 51; i++) {
      sessions.add(new JsonObject().put("provider_id", "manual").put("amount", 1));
    }
    Answer refused =
        storefront.post(
            "/store/payment-collections/paycol_1/sessions/batch",
            new JsonObject().put("sessions", sessions));

    assertThat(refused.status()).isEqualTo(400);
    assertThat(refused.body().getString("message")).contains("sessions");
  }

  @Test
  void anUploadHasTwentyFiles() throws IOException, InterruptedException {
    assertThat(upload(20)).isEqualTo(200);
    assertThat(upload(21)).isEqualTo(400);
  }

  private static int upload(int files) throws IOException, InterruptedException {
    String form =
        IntStream.range(0, files)
            .mapToObj(i ->
                "--a\r\nContent-Disposition: form-data; name=\"files\"; filename=\""
                    + i
                    + ".txt\"\r\nContent-Type: text/plain\r\n\r\ntext\r\n")
            .collect(Collectors.joining("", "", "--a--\r\n"));
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(storefront.url() + "/admin/uploads"))
            .header("content-type", "multipart/form-data; boundary=a")
            .header("x-medusa-access-token", TOKEN)
            .POST(BodyPublishers.ofString(form))
            .build();
    try (HttpClient client = HttpClient.newHttpClient()) {
      HttpResponse<String> response = client.send(request, BodyHandlers.ofString());
      return response.statusCode();
    }
  }
}
