package dev.tradewind.acceptance.customer;

import static dev.tradewind.acceptance.AdminApi.ok;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.acceptance.AdminApi;
import dev.tradewind.acceptance.Answer;
import dev.tradewind.acceptance.Shop;
import dev.tradewind.acceptance.Storefront;
import dev.tradewind.acceptance.TestIdentities;
import dev.tradewind.gateway.contract.Contract;
import dev.tradewind.gateway.contract.Operation;
import dev.tradewind.kernel.text.Ids;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Conventions that every operation of both surfaces follows. */
class AnswerConventionsIT {

  private static Storefront http;
  private static AdminApi admin;
  private static TestIdentities identities;

  @BeforeAll
  static void open() {
    Shop shop = Shop.shared();
    http = shop.storefront();
    identities = new TestIdentities(shop);
    admin = new AdminApi(http, identities.asUser());
  }

  @Test
  void anArrayParameterGivenEmptyCountsAsAbsent() {
    int all = admin.get("/admin/customers").getInteger("count");
    assertThat(all).isPositive();

    assertThat(admin.get("/admin/customers?groups=").getInteger("count")).isEqualTo(all);
    assertThat(admin.get("/admin/customers?groups[]=").getInteger("count"))
        .as("no group has an empty id")
        .isZero();
    assertThat(admin.get("/admin/tax-rates?fields[]=").getJsonArray("tax_rates"))
        .as("an empty selection selects the id alone")
        .allSatisfy(rate -> assertThat(((JsonObject) rate).fieldNames()).containsExactly("id"));
  }

  @Test
  void aPathWithASlashAtItsEndIsTheSameOperation() {
    for (String path : List.of("/admin/regions", "/admin/auth", "/store/regions", "/store/carts")) {
      String method = path.equals("/store/carts") ? "POST" : "GET";
      Answer plain = http.send(method, path, null, admin.staff());
      Answer slashed = http.send(method, path + "/", null, admin.staff());

      assertThat(plain.status()).as(path).isEqualTo(200);
      assertThat(slashed.status()).as(path).isEqualTo(200);
      assertThat(slashed.body().fieldNames()).isEqualTo(plain.body().fieldNames());
    }
    String region = http.region("eur").getString("id");
    assertThat(ok(http.get("/store/regions/" + region + "/")))
        .isEqualTo(ok(http.get("/store/regions/" + region)));
    assertThat(ok(http.get("/store/products/?limit=1")).getInteger("limit")).isEqualTo(1);
    assertThat(http.get("/store/nothing/").status()).isEqualTo(404);
    assertThat(http.get("/admin/regions/").status()).isEqualTo(401);
  }

  @Test
  void salesChannelsAreListedOldestFirst() {
    String first = admin.create("/admin/sales-channels", "sales_channel", channel());
    String second = admin.create("/admin/sales-channels", "sales_channel", channel());

    List<String> ids =
        admin.get("/admin/sales-channels?limit=1000").getJsonArray("sales_channels").stream()
            .map(each -> ((JsonObject) each).getString("id"))
            .toList();

    assertThat(ids).containsSubsequence(first, second);
  }

  private static String channel() {
    return "{'name': 'Channel " + Ids.ulid() + "'}";
  }

  @Test
  void everyPaginatedListCanBeSorted() {
    Stream<Operation> lists =
        Contract.load().operations().stream()
            .filter(operation -> operation.method().equals(HttpMethod.GET))
            // Lists beside those of the reference have one order.
            .filter(operation -> !operation.path().startsWith("/admin/tradewind/"))
            .filter(operation -> parameters(operation).contains("limit"));

    assertThat(lists)
        .isNotEmpty()
        .allSatisfy(list -> assertThat(parameters(list)).as(list.id()).contains("order"));
    String customer = "/store/customers/me/orders?order=";
    assertThat(http.send("GET", customer + "-display_id", null, identities.asCustomer()).status())
        .isEqualTo(200);
    assertThat(http.send("GET", customer + "nothing", null, identities.asCustomer()).status())
        .isEqualTo(400);
    assertThat(http.get("/store/collections?order=title").status()).isEqualTo(200);
  }

  private static Set<String> parameters(Operation operation) {
    return operation.query() == null
        ? Set.of()
        : operation.query().getJsonObject("properties").fieldNames();
  }

  @ParameterizedTest
  @CsvSource({
    "/admin/currencies?includes_tax=yes",
    "/admin/discounts?is_disabled=1",
    "/admin/products?is_giftcard=TRUE",
    "/admin/customers?has_account=on",
    "/admin/customers?limit=1001",
    "/admin/customers?limit=-1",
    "/admin/customers?offset=-1",
    "/admin/customers?order=nothing",
    "/admin/customers?fields=nothing",
    "/admin/customers?expand=nothing"
  })
  void aWrongValueOfAParameterIsRefused(String path) {
    Answer answer = admin.send("GET", path);

    assertThat(answer.status()).as(answer.text()).isEqualTo(400);
    assertThat(answer.body().getString("type")).isEqualTo("invalid_data");
  }

  @Test
  void aMissingListNamesTheProperty() {
    String group = admin.create("/admin/customer-groups", "customer_group", named());
    String collection = admin.create("/admin/collections", "collection", titled());
    Map<String, String> properties =
        Map.of(
            "/admin/customer-groups/" + group + "/customers/batch", "customer_ids",
            "/admin/collections/" + collection + "/products/batch", "product_ids");

    properties.forEach((path, property) -> {
      for (String method : List.of("POST", "DELETE")) {
        Answer answer = http.send(method, path, "{}", admin.staff());
        assertThat(answer.status()).as(answer.text()).isEqualTo(400);
        assertThat(answer.body().getString("message")).contains(property);
      }
    });
  }

  private static String named() {
    return "{'name': 'Group " + Ids.ulid() + "'}";
  }

  private static String titled() {
    return "{'title': 'Collection " + Ids.ulid() + "'}";
  }

  @Test
  void refusalsAreJson() {
    assertThat(http.get("/admin/customers").body())
        .isEqualTo(AdminApi.json("{'type': 'unauthorized', 'message': 'Unauthorized'}"));
    Answer malformed = http.send("POST", "/store/carts", "{", admin.staff());
    assertThat(malformed.status()).isEqualTo(400);
    assertThat(malformed.body().getString("type")).isEqualTo("invalid_data");
    assertThat(http.get("/store/workflows-executions").status()).isEqualTo(404);
    Answer unknown = admin.send("GET", "/admin/workflows-executions");
    assertThat(unknown.status()).isEqualTo(404);
    assertThat(unknown.body().getString("type")).isEqualTo("not_found");
  }
}
