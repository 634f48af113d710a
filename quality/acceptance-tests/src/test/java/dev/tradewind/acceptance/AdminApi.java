package dev.tradewind.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.json.JsonObject;

/** Client of the admin surface; bodies are JSON with single quotes. */
record AdminApi(Storefront http, String[] staff) {

  AdminApi(Shop shop) {
    this(shop.storefront(), new TestIdentities(shop).asUser());
  }

  static JsonObject json(String text) {
    return new JsonObject(text.replace('\'', '"'));
  }

  /** Body of a successful answer. */
  static JsonObject ok(Answer answer) {
    assertThat(answer.status()).as(answer.text()).isIn(200, 201);
    return answer.body();
  }

  Answer send(String method, String path) {
    return http.send(method, path, null, staff);
  }

  JsonObject get(String path) {
    return ok(send("GET", path));
  }

  JsonObject post(String path, String body) {
    return ok(tryPost(path, body));
  }

  Answer tryPost(String path, String body) {
    return http.post(path, body == null ? null : json(body), staff);
  }

  JsonObject delete(String path) {
    return ok(send("DELETE", path));
  }

  /** Creates a resource and returns its id. */
  String create(String path, String member, String body) {
    return post(path, body).getJsonObject(member).getString("id");
  }
}
