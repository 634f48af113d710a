package dev.tradewind.apidocs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.api.event.type.EventType;
import dev.tradewind.api.event.type.EventTypes;
import dev.tradewind.gateway.Http;
import dev.tradewind.gateway.RunningGateway;
import dev.tradewind.gateway.config.GatewayConfig;
import dev.tradewind.gateway.contract.Contract;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Pages about the API: one of each operation, with what the contract says and has recorded. */
class ApiPagesIT {

  private static final Pattern LINK = Pattern.compile("(?:href|src)=\"([^\"]+)\"");
  private static final Pattern ID = Pattern.compile(" id=\"([^\"]+)\"");

  private static RunningGateway gateway;
  private static Http http;

  /** Pages and files that were read, by their path. */
  private final Map<String, Http.Answer> read = new HashMap<>();

  @BeforeAll
  static void open() {
    gateway = new RunningGateway(GatewayConfig.of("127.0.0.1", 0), ApiDocsRoutes::new);
    http = gateway.http;
  }

  @AfterAll
  static void close() {
    gateway.close();
  }

  @Test
  void everyOperationHasAPageAndNoLinkIsDead() {
    Contract contract = Contract.load();
    Set<String> pages = new HashSet<>(Set.of("/docs", "/docs/events"));
    for (String surface : contract.surfaces()) {
      JsonObject document = contract.document(surface).toJsonObject();
      document
          .getJsonObject("paths")
          .forEach(path ->
              ((JsonObject) path.getValue())
                  .forEach(method -> {
                    JsonObject operation = (JsonObject) method.getValue();
                    String page = "/docs/" + surface + "/" + operation.getString("operationId");
                    pages.add(page);
                    showsWhatTheContractHas(page, path.getKey(), operation, document);
                  }));
    }
    assertThat(pages).hasSizeGreaterThan(350);
    pages.forEach(this::hasNoDeadLink);
  }

  private void showsWhatTheContractHas(
      String page, String path, JsonObject operation, JsonObject document) {
    Http.Answer answer = read(page);
    String text = plain(answer.body());
    assertThat(answer.status()).as(page).isEqualTo(200);
    assertThat(text).as(page).contains(operation.getString("summary"), path);
    JsonObject example = example(operation.getJsonObject("responses"), document);
    if (example != null) {
      assertThat(shown(text)).as("recorded answer of %s", page).contains(shown(example.encode()));
    }
    for (Object each : document.getJsonArray("x-errors")) {
      JsonObject error = (JsonObject) each;
      JsonArray only = error.getJsonArray("operations");
      boolean isOfOperation =
          only == null
              ? operation
                  .getJsonObject("responses")
                  .containsKey(error.getValue("status").toString())
              : only.contains(operation.getString("operationId"));
      if (isOfOperation) {
        assertThat(text).as(page).contains(error.getString("code", error.getString("type")));
      }
    }
    operation
        .getJsonArray("x-events", new JsonArray())
        .forEach(event -> assertThat(text).as(page).contains("/docs/events#" + event));
  }

  private static JsonObject example(JsonObject responses, JsonObject document) {
    for (Map.Entry<String, Object> response : responses) {
      if (response.getKey().startsWith("2")) {
        JsonObject described = (JsonObject) response.getValue();
        String reference = described.getString("$ref");
        JsonObject followed =
            reference == null
                ? described
                : document
                    .getJsonObject("components")
                    .getJsonObject("responses")
                    .getJsonObject(reference.substring(reference.lastIndexOf('/') + 1));
        return followed
            .getJsonObject("content", new JsonObject())
            .getJsonObject("application/json", new JsonObject())
            .getJsonObject("example");
      }
    }
    return null;
  }

  /** Without the space between tokens, which pages choose. */
  private static String shown(String text) {
    return text.replaceAll("\\s", "");
  }

  private static String plain(String html) {
    return html.replace("&#39;", "'")
        .replace("&quot;", "\"")
        .replace("&lt;", "<")
        .replace("&gt;", ">")
        .replace("&amp;", "&");
  }

  private void hasNoDeadLink(String page) {
    Matcher links = LINK.matcher(read(page).body());
    while (links.find()) {
      String[] target = plain(links.group(1)).split("#", 2);
      assertThat(target[0]).as("link of %s", page).matches("(/.*)?");
      Http.Answer answer = read(target[0].isEmpty() ? page : target[0]);
      assertThat(answer.status()).as("%s on %s", links.group(1), page).isEqualTo(200);
      if (target.length > 1) {
        assertThat(ids(answer.body())).as("%s on %s", links.group(1), page).contains(target[1]);
      }
    }
  }

  private static Set<String> ids(String html) {
    Set<String> ids = new HashSet<>();
    Matcher found = ID.matcher(html);
    while (found.find()) {
      ids.add(found.group(1));
    }
    return ids;
  }

  private Http.Answer read(String path) {
    return read.computeIfAbsent(path, http::get);
  }

  @ParameterizedTest
  @ValueSource(strings = {"/docs", "/docs/events", "/docs/store/storeCreateCart"})
  void aPageRunsNothingButItsOwnFilesAndHasAnEntityTag(String path) {
    Http.Answer page = http.get(path);

    assertThat(page.header("content-type")).isEqualTo("text/html; charset=utf-8");
    assertThat(page.header("content-security-policy"))
        .contains("default-src 'none'", "script-src 'self'", "style-src 'self'", "base-uri 'none'")
        .doesNotContain("unsafe");
    assertThat(page.body()).doesNotContain("style=", "onclick");
    assertThat(
            http.send(
                    "GET " + path + " HTTP/1.1",
                    "If-None-Match: " + page.header("etag") + "\r\n",
                    "")
                .status())
        .isEqualTo(304);
  }

  @Test
  void theSearchKnowsAllOperationsAndEvents() {
    JsonArray index = new JsonArray(http.get("/docs/search.json").body());

    assertThat(index)
        .hasSize(
            Contract.load().operations().size()
                + (int) EventTypes.ALL.stream().map(EventType::key).distinct().count());
    assertThat(words(index, "/docs/store/storeCompleteCart"))
        .contains("insufficient_inventory", "order.placed", "expected_total", "checkout");
    assertThat(words(index, "/docs/admin/adminShipmentOrder"))
        .contains("tracking", "tracking_numbers");
    assertThat(words(index, "/docs/admin/adminCreateDiscount")).contains("coupon", "voucher");
  }

  private static List<String> words(JsonArray index, String page) {
    return index.stream()
        .map(JsonArray.class::cast)
        .filter(entry -> entry.getString(0).equals(page))
        .flatMap(entry -> Stream.of(entry.getString(5).split(" ")))
        .toList();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"/docs/store/none", "/docs/none/storeCreateCart", "/docs/files/1/none.js"})
  void aPageOfNothingIsNotFound(String path) {
    assertThat(http.get(path).status()).isEqualTo(404);
  }
}
