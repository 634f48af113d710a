package dev.tradewind.acceptance;

import static dev.tradewind.testing.Eventually.LIMIT;
import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.concurrent.CompletableFuture;

/** HTTP client of a storefront that validates every response against the contract. */
public final class Storefront {

  private static final HttpClient HTTP = HttpClient.newBuilder().connectTimeout(LIMIT).build();
  private static final ContractCheck CONTRACT = new ContractCheck();
  private static final ResourceFields FIELDS = new ResourceFields();

  private final String baseUrl;

  public Storefront(String baseUrl) {
    this.baseUrl = baseUrl;
  }

  /** Base URL of the service. */
  public String url() {
    return baseUrl;
  }

  public Answer get(String path) {
    return send("GET", path, null);
  }

  public Answer post(String path, JsonObject body, String... headers) {
    return send("POST", path, body == null ? null : body.encode(), headers);
  }

  public Answer delete(String path) {
    return send("DELETE", path, null);
  }

  public Answer send(String method, String path, String body, String... headers) {
    try {
      return checked(
          method,
          path,
          body,
          HTTP.send(request(method, path, body, headers), BodyHandlers.ofString()));
    } catch (IOException failure) {
      throw new AssertionError(method + " " + path, failure);
    } catch (InterruptedException failure) {
      Thread.currentThread().interrupt();
      throw new AssertionError(failure);
    }
  }

  /** Uploads a form with files, as a browser does. */
  public Answer upload(String path, String content, String... headers) {
    return uploadAs("files", path, content, headers);
  }

  public Answer uploadAs(String field, String path, String content, String... headers) {
    String boundary = "----a-boundary";
    String form =
        "--%s\r\nContent-Disposition: form-data; name=\"%s\"; filename=\"products.csv\"\r\n"
                .formatted(boundary, field)
            + "Content-Type: text/csv\r\n\r\n%s\r\n--%s--\r\n".formatted(content, boundary);
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create(baseUrl + path))
            .timeout(LIMIT)
            .header("content-type", "multipart/form-data; boundary=" + boundary)
            .POST(BodyPublishers.ofString(form));
    for (int i = 0; i < headers.length; i += 2) {
      request.header(headers[i], headers[i + 1]);
    }
    try {
      return checked("POST", path, null, HTTP.send(request.build(), BodyHandlers.ofString()));
    } catch (IOException failure) {
      throw new AssertionError(path, failure);
    } catch (InterruptedException failure) {
      Thread.currentThread().interrupt();
      throw new AssertionError(failure);
    }
  }

  /** Follows a link outside the contract. */
  public Answer follow(String url) {
    try {
      HttpResponse<String> response =
          HTTP.send(HttpRequest.newBuilder(URI.create(url)).build(), BodyHandlers.ofString());
      return new Answer(response.statusCode(), response.headers(), response.body());
    } catch (IOException failure) {
      throw new AssertionError(url, failure);
    } catch (InterruptedException failure) {
      Thread.currentThread().interrupt();
      throw new AssertionError(failure);
    }
  }

  /** Signs in with an e-mail address and a password; returns the authorization header. */
  public String bearer(String path, JsonObject credentials) {
    return "Bearer " + StaffClient.ok(post(path, credentials)).getString("access_token");
  }

  /**
   * Sends a request beside others, and repeats it as a client does if it conflicts with them:
   * another one may hold a lock for longer than a request waits.
   */
  public CompletableFuture<Answer> postLater(String path, JsonObject body, String... headers) {
    return postLater(System.nanoTime() + LIMIT.toNanos(), path, body, headers);
  }

  private CompletableFuture<Answer> postLater(
      long giveUp, String path, JsonObject body, String... headers) {
    String text = body == null ? null : body.encode();
    return HTTP.sendAsync(request("POST", path, text, headers), BodyHandlers.ofString())
        .thenApply(response -> checked("POST", path, text, response))
        .thenCompose(answer ->
            answer.isConflict() && System.nanoTime() < giveUp
                ? postLater(giveUp, path, body, headers)
                : CompletableFuture.completedFuture(answer));
  }

  private HttpRequest request(String method, String path, String body, String... headers) {
    BodyPublisher publisher =
        body == null ? BodyPublishers.noBody() : BodyPublishers.ofString(body);
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create(baseUrl + path)).timeout(LIMIT).method(method, publisher);
    if (body != null) {
      request.header("content-type", "application/json");
    }
    for (int i = 0; i < headers.length; i += 2) {
      request.header(headers[i], headers[i + 1]);
    }
    return request.build();
  }

  private static Answer checked(
      String method, String path, String body, HttpResponse<String> response) {
    Answer answer = new Answer(response.statusCode(), response.headers(), response.body());
    assertThat(CONTRACT.problems(method, path, answer.status(), answer.text()))
        .as("%s %s answered %d", method, path, answer.status())
        .isEmpty();
    assertThat(FIELDS.missing(path, answer.status(), answer.text()))
        .as("missing in the response to %s %s", method, path)
        .isEmpty();
    CONTRACT
        .operation(method, path)
        .ifPresent(operation -> {
          ExampleRecorder.record(operation, body, answer);
          if (answer.status() / 100 == 2) {
            CausedEventRecorder.accepted(operation, answer.header("x-request-id"));
          }
        });
    return answer;
  }

  // Operations of shoppers, each expected to succeed.

  /**
   * A region of the currency that sells: other tests of a shared shop open regions without
   * countries.
   */
  public JsonObject region(String currency) {
    Answer regions = get("/store/regions");
    assertThat(regions.status()).as(regions.text()).isEqualTo(200);
    return regions.body().getJsonArray("regions").stream()
        .map(JsonObject.class::cast)
        .filter(region -> currency.equals(region.getString("currency_code")))
        .filter(region -> !region.getJsonArray("countries").isEmpty())
        .findFirst()
        .orElseThrow(() -> new AssertionError("No " + currency + " in " + regions.text()));
  }

  public JsonObject product(String handle) {
    return get("/store/products?handle=" + handle).body().getJsonArray("products").getJsonObject(0);
  }

  public JsonObject createCart(String regionId, String variantId, int quantity) {
    return ok(
        post(
            "/store/carts",
            new JsonObject()
                .put("region_id", regionId)
                .put(
                    "items",
                    new JsonArray()
                        .add(
                            new JsonObject()
                                .put("variant_id", variantId)
                                .put("quantity", quantity)))));
  }

  /** Sets e-mail address, address, the first valid shipping option, and a payment session. */
  public JsonObject prepareForCompletion(String cartId, String email, String country) {
    ok(
        post(
            "/store/carts/" + cartId,
            new JsonObject()
                .put("email", email)
                .put(
                    "shipping_address",
                    new JsonObject()
                        .put("first_name", "Ada")
                        .put("last_name", "Lovelace")
                        .put("address_1", "1 Main St")
                        .put("city", "Town")
                        .put("postal_code", "1000")
                        .put("country_code", country))));
    JsonObject option =
        get("/store/shipping-options/" + cartId)
            .body()
            .getJsonArray("shipping_options")
            .getJsonObject(0);
    ok(
        post(
            "/store/carts/" + cartId + "/shipping-methods",
            new JsonObject().put("option_id", option.getString("id"))));
    return ok(post("/store/carts/" + cartId + "/payment-sessions", null));
  }

  /** Creates a cart of the demo shop that is ready for completion. */
  public String readyCart() {
    String cartId = createCart(euros(), variant(0), 1).getString("id");
    prepareForCompletion(cartId, "shopper@example.com", "de");
    return cartId;
  }

  public String euros() {
    return region("eur").getString("id");
  }

  /** The first variant of a product of the demo shop. */
  public String variant(int product) {
    JsonObject found =
        get("/store/products?limit=1&offset=" + product)
            .body()
            .getJsonArray("products")
            .getJsonObject(0);
    return found.getJsonArray("variants").getJsonObject(0).getString("id");
  }

  /** Checks out from an empty cart of the demo shop; returns the id of the order. */
  public String checkOut() {
    Answer answer = post("/store/carts/" + readyCart() + "/complete", null);
    if (answer.status() != 200 || !"order".equals(answer.body().getString("type"))) {
      throw new AssertionError(answer.status() + " " + answer.text());
    }
    return answer.body().getJsonObject("data").getString("id");
  }

  private static JsonObject ok(Answer answer) {
    assertThat(answer.status()).as(answer.text()).isEqualTo(200);
    return answer.cart();
  }

  public static JsonObject find(JsonArray elements, String member, String value) {
    return elements.stream()
        .map(JsonObject.class::cast)
        .filter(element -> value.equals(element.getString(member)))
        .findFirst()
        .orElseThrow(() -> new AssertionError("No " + value + " in " + elements));
  }
}
