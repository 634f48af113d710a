package dev.tradewind.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.json.JsonObject;

/** Client of a member of staff. Bodies may be written with apostrophes for quotation marks. */
public final class StaffClient {

  private final Storefront http;
  private final String[] credentials;

  public StaffClient(Shop shop) {
    this(shop.storefront(), new TestIdentities(shop).asUser());
  }

  public StaffClient(Storefront http, String[] credentials) {
    this.http = http;
    this.credentials = credentials;
  }

  public static JsonObject json(String text, Object... values) {
    return new JsonObject(text.formatted(values).replace('\'', '"'));
  }

  public String[] credentials() {
    return credentials.clone();
  }

  /** Response to a request that is expected to succeed. */
  public JsonObject get(String path) {
    return ok(http.send("GET", path, null, credentials));
  }

  /** Response to a request that is expected to succeed. */
  public JsonObject post(String path, String body, Object... values) {
    return ok(tryPost(path, body, values));
  }

  public JsonObject delete(String path) {
    return ok(http.send("DELETE", path, null, credentials));
  }

  public Answer tryGet(String path) {
    return http.send("GET", path, null, credentials);
  }

  public Answer tryPost(String path, String body, Object... values) {
    return http.post(path, body.isEmpty() ? null : json(body, values), credentials);
  }

  public Answer tryDelete(String path) {
    return http.send("DELETE", path, null, credentials);
  }

  public static JsonObject ok(Answer answer) {
    assertThat(answer.status()).as(answer.text()).isEqualTo(200);
    return answer.body();
  }

  public static void assertRefused(Answer answer, int status, String type, String message) {
    assertThat(answer.status()).as(answer.text()).isEqualTo(status);
    assertThat(answer.body().getString("type")).as(answer.text()).isEqualTo(type);
    assertThat(answer.body().getString("message")).isEqualTo(message);
  }
}
