package dev.tradewind.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.json.JsonObject;

/** Client of the admin surface; bodies are JSON with single quotes. */
public record AdminApi(Storefront http, String[] staff) {

  public AdminApi(Shop shop) {
    this(shop.storefront(), new TestIdentities(shop).asUser());
  }

  public static JsonObject json(String text) {
    return new JsonObject(text.replace('\'', '"'));
  }

  /** Body of a successful answer. */
  public static JsonObject ok(Answer answer) {
    assertThat(answer.status()).as(answer.text()).isIn(200, 201);
    return answer.body();
  }

  public Answer send(String method, String path) {
    return http.send(method, path, null, staff);
  }

  public JsonObject get(String path) {
    return ok(send("GET", path));
  }

  public JsonObject post(String path, String body) {
    return ok(tryPost(path, body));
  }

  public Answer tryPost(String path, String body) {
    return http.post(path, body == null ? null : json(body), staff);
  }

  public JsonObject delete(String path) {
    return ok(send("DELETE", path));
  }

  /** Creates a resource and returns its id. */
  public String create(String path, String member, String body) {
    return post(path, body).getJsonObject(member).getString("id");
  }
}
