package dev.tradewind.acceptance.commandline;

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

/** Client of a node with the demo shop, for shoppers and the demo's admin user. */
final class DemoShop {

  private final HttpClient client = HttpClient.newHttpClient();
  private final String url;
  private final String token;

  DemoShop(String port) throws Exception {
    this.url = "http://127.0.0.1:" + port;
    this.token =
        send(
                "POST",
                "/admin/auth/token",
                new JsonObject()
                    .put("email", "admin@tradewind.test")
                    .put("password", "supersecret"))
            .getString("access_token");
  }

  /** Token of the signed-in admin user. */
  String token() {
    return token;
  }

  String[] credentials() {
    return new String[] {"Authorization", "Bearer " + token};
  }

  JsonObject get(String path) throws Exception {
    return send("GET", path, null);
  }

  JsonObject post(String path, JsonObject body) throws Exception {
    return send("POST", path, body);
  }

  private JsonObject send(String method, String path, JsonObject body)
      throws IOException, InterruptedException {
    BodyPublisher content =
        body == null ? BodyPublishers.noBody() : BodyPublishers.ofString(body.encode());
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create(url + path))
            .method(method, content)
            .header("Content-Type", "application/json");
    if (token != null && path.startsWith("/admin/")) {
      request.header("Authorization", "Bearer " + token);
    }
    HttpResponse<String> response = client.send(request.build(), BodyHandlers.ofString());
    assertThat(response.statusCode()).as("%s %s: %s", method, path, response.body()).isEqualTo(200);
    return new JsonObject(response.body());
  }

  /**
   * Buys a product, paid with a provider that the region gets.
   *
   * @param input data of the storefront for its payment session
   * @return order
   */
  JsonObject order(String providerId, JsonObject input) throws Exception {
    JsonObject region = first(get("/store/regions"), "regions");
    post(
        "/admin/regions/" + region.getString("id") + "/payment-providers",
        new JsonObject().put("provider_id", providerId));
    JsonObject variant = first(first(get("/store/products?limit=1"), "products"), "variants");
    String cart =
        "/store/carts/"
            + post(
                    "/store/carts",
                    new JsonObject()
                        .put("region_id", region.getString("id"))
                        .put(
                            "items",
                            new JsonArray()
                                .add(
                                    new JsonObject()
                                        .put("variant_id", variant.getString("id"))
                                        .put("quantity", 1))))
                .getJsonObject("cart")
                .getString("id");
    post(
        cart,
        new JsonObject()
            .put("email", "ana@example.com")
            .put(
                "shipping_address",
                new JsonObject()
                    .put("first_name", "Ana")
                    .put("last_name", "Souza")
                    .put("address_1", "Rua A 1")
                    .put("city", "Lisboa")
                    .put("postal_code", "1000")
                    .put("country_code", first(region, "countries").getString("iso_2"))));
    JsonObject completed = complete(cart, providerId, input);
    assertThat(completed.getString("type")).as(completed.encode()).isEqualTo("order");
    return completed.getJsonObject("data");
  }

  /**
   * Completes a cart that has an address.
   *
   * @param cart its path
   * @param input data of the storefront for its payment session
   */
  JsonObject complete(String cart, String providerId, JsonObject input) throws Exception {
    JsonObject option = first(get(cart.replace("carts", "shipping-options")), "shipping_options");
    post(cart + "/shipping-methods", new JsonObject().put("option_id", option.getString("id")));
    post(cart + "/payment-sessions", new JsonObject());
    post(cart + "/payment-session", new JsonObject().put("provider_id", providerId));
    post(cart + "/payment-sessions/" + providerId, new JsonObject().put("data", input));
    return post(cart + "/complete", new JsonObject());
  }

  private static JsonObject first(JsonObject from, String member) {
    return from.getJsonArray(member).getJsonObject(0);
  }
}
