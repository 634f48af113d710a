package dev.tradewind.catalog.storefront;

import static dev.tradewind.catalog.AdminApi.json;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ContentRulesTest {

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/",
        "/collections/summer?page=2#top",
        "/storefront/own/logo.svg",
        "https://example.com",
        "https://example.com:8443/a?b=c"
      })
  void linksLeadToTheShopOrToAnotherByTls(String link) {
    assertThat(ContentRules.isLink(link)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "products",
        "//evil.example",
        "/\\evil.example",
        "\\/evil.example",
        "javascript:alert(1)",
        "data:text/html,x",
        "http://example.com",
        "https:example.com",
        "https://",
        "/a b",
        "/\tevil",
        "/<script>"
      })
  void noOtherTextIsALink(String link) {
    assertThat(ContentRules.isLink(link)).isFalse();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{'menu': [{'path': 'javascript:x', 'titles': []}]} | menu[0].path must be a path",
        "{'logo_url': '//cdn.example/logo.png'} | logo_url must be a path of the shop",
        "{'texts': [{'language': 'en'}, {'language': 'en'}]} | texts has the language en twice",
        "{'sections': [{'kind': 'collection'}]} | sections[0].handle is required",
        "{'sections': [{'kind': 'hero', 'handle': 'x'}]} | sections[0].handle belongs to",
        "{'sections': [{'kind': 'text', 'image_url': '/x'}]} | sections[0].image_url belongs to",
        "{'sections': [{'kind': 'hero'}, {'kind': 'hero'}]} | sections has more than one",
        "{'tag_hosts': [{'directive': 'img-src', 'origins': ['https://a.example', 'x']}]}"
            + "| tag_hosts[0].origins[1] is no origin such as https://www.example.com: x",
        "{'tag_hosts': [{'directive': 'img-src', 'origins': []}, {'directive': 'img-src',"
            + " 'origins': []}]} | tag_hosts has the directive img-src twice",
      })
  void aRefusalNamesThePlace(String content, String message) {
    assertThatThrownBy(() -> ContentRules.require(json(content.strip())))
        .hasMessageStartingWith(message.strip());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "https://a.example",
        "https://*.a.example",
        "https://a.example:8443",
        "https://www.googletagmanager.com"
      })
  void originsOfTagsHaveTls(String origin) {
    assertThatCode(() -> ContentRules.require(hosts(origin))).doesNotThrowAnyException();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "*",
        "https:",
        "https://*",
        "http://a.example",
        "a.example",
        "https://a.example/",
        "https://a.example;script-src *",
        "https://a.example 'unsafe-inline'",
        "'unsafe-inline'",
        "'self'",
        "data:",
        "https://localhost",
        "https://*.com.*"
      })
  void nothingElseWidensThePolicy(String origin) {
    assertThatThrownBy(() -> ContentRules.require(hosts(origin))).hasMessageContaining(origin);
  }

  private static JsonObject hosts(String origin) {
    return new JsonObject()
        .put(
            "tag_hosts",
            new JsonArray()
                .add(
                    new JsonObject()
                        .put("directive", "script-src")
                        .put("origins", new JsonArray().add(origin))));
  }
}
