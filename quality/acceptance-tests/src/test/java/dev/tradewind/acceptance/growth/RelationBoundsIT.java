package dev.tradewind.acceptance.growth;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.acceptance.AdminApi;
import dev.tradewind.acceptance.Shop;
import dev.tradewind.api.graph.CartGraph;
import dev.tradewind.api.graph.CatalogGraph;
import dev.tradewind.api.graph.CustomerGraph;
import dev.tradewind.api.graph.DiscountGraph;
import dev.tradewind.api.graph.OrderGraph;
import dev.tradewind.gateway.contract.AccessPolicy;
import dev.tradewind.gateway.contract.Contract;
import dev.tradewind.gateway.contract.Operation;
import dev.tradewind.kernel.resource.Relation;
import dev.tradewind.kernel.resource.Resource;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.Field;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;

/**
 * Operations of the contract on resources with {@value LargeShop#ROWS} rows in each relation: none
 * is refused, and a relation that is not shown whole has its count beside it.
 */
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class RelationBoundsIT {

  private static final Set<String> VERTICLES = Set.of("catalog", "customer", "discount", "order");

  /** Relations that cannot have many rows, by what bounds them. */
  private static final Map<String, String> BOUNDED =
      Map.of(
          "conditions", "one of each type and operator",
          "countries", "those of the world",
          "currencies", "those of the world",
          "fulfillment_providers", "those that are installed",
          "inventory_items", "one of a variant",
          "payment_providers", "those that are installed",
          "requirements", "one of each type",
          "sales_channels", "shops have few",
          "tax_rates of so_large", "one of a region and an option",
          "variants of iitem_large", "one, as the table holds");

  /** Operations that need what the shop does not have, and show no relation of it. */
  private static final Set<String> WITHOUT_RELATIONS =
      Set.of(
          "storeListOrders",
          "storeGetGiftCard",
          "storeGetSearchHealth",
          "adminListAnalyticsConfigs",
          "adminGetVariantInventory",
          // The groups that the query names, and the variants of items.
          "adminListCustomerGroupCustomers",
          "adminListInventoryItems");

  /** Bodies of the writes, which need one another in this order. */
  private static final Map<String, String> WRITES = new LinkedHashMap<>();

  static {
    WRITES.put("adminUpdateCollection", "{'title': 'X'}");
    WRITES.put("adminAddProductsToCollection", "{'product_ids': ['prod_1']}");
    WRITES.put("adminRemoveProductsFromCollection", "{'product_ids': ['prod_1']}");
    WRITES.put("adminUpdateCustomerGroup", "{'name': 'X'}");
    WRITES.put("adminAddCustomersToCustomerGroup", "{'customer_ids': [{'id': 'cus_1'}]}");
    WRITES.put("adminRemoveCustomersFromCustomerGroup", "{'customer_ids': [{'id': 'cus_1'}]}");
    WRITES.put("adminUpdateCustomer", "{'last_name': 'X'}");
    WRITES.put("adminCreateDiscountCondition", "{'operator': 'not_in', 'products': ['prod_1']}");
    WRITES.put("adminUpdateDiscountCondition", "{'products': ['prod_1', 'prod_2']}");
    WRITES.put("adminAddConditionResources", "{'resources': [{'id': 'prod_3'}]}");
    WRITES.put("adminRemoveConditionResources", "{'resources': [{'id': 'prod_3'}]}");
    WRITES.put("adminDeleteDiscountCondition", "");
    WRITES.put("adminUpdateDiscount", "{'is_disabled': false}");
    WRITES.put("adminCreateDynamicCode", "{'code': 'SUMMER'}");
    WRITES.put("adminDeleteDynamicCode", "");
    WRITES.put("adminAddRegionToDiscount", "");
    WRITES.put("adminRemoveRegionFromDiscount", "");
    WRITES.put("adminUpdateInventoryItem", "{'hs_code': '1'}");
    WRITES.put(
        "adminCreateInventoryItemLocationLevel",
        "{'location_id': 'sloc_large', 'stocked_quantity': 1}");
    WRITES.put("adminUpdateInventoryItemLocationLevel", "{'stocked_quantity': 0}");
    WRITES.put("adminDeleteInventoryItemLocationLevel", "");
    WRITES.put("adminUpdatePriceList", "{'name': 'X'}");
    WRITES.put(
        "adminAddPricesToPriceList",
        "{'prices': [{'amount': 1, 'currency_code': 'eur', 'variant_id': 'variant_1'}]}");
    WRITES.put("adminRemovePricesFromPriceList", "{'price_ids': ['ma_1']}");
    WRITES.put("adminRemovePricesFromPriceListProduct", "{'product_ids': ['prod_1']}");
    WRITES.put("adminDeletePriceListProductPrices", "");
    WRITES.put("adminDeletePriceListVariantPrices", "");
    WRITES.put("adminUpdateProductCategory", "{'name': 'X'}");
    WRITES.put("adminAddProductsToProductCategory", "{'product_ids': [{'id': 'prod_1'}]}");
    WRITES.put("adminRemoveProductsFromProductCategory", "{'product_ids': [{'id': 'prod_1'}]}");
    WRITES.put("adminUpdateProduct", "{'title': 'X'}");
    WRITES.put("adminMetadataProduct", "{'key': 'a', 'value': 'b'}");
    WRITES.put("adminCreateProductOption", "{'title': 'X'}");
    WRITES.put("adminUpdateProductOption", "{'title': 'Y'}");
    WRITES.put("adminUpdateProductVariant", "{'title': 'X'}");
    WRITES.put("adminDeleteProductVariant", "");
    WRITES.put("adminUpdatePublishableApiKey", "{'title': 'X'}");
    WRITES.put(
        "adminAddSalesChannelsToPublishableApiKey", "{'sales_channel_ids': [{'id': 'sc_1'}]}");
    WRITES.put(
        "adminRemoveSalesChannelsFromPublishableApiKey", "{'sales_channel_ids': [{'id': 'sc_1'}]}");
    WRITES.put("adminRevokePublishableApiKey", "");
    WRITES.put("adminUpdateRegion", "{'name': 'X'}");
    WRITES.put("adminCreateRegionCountry", "{'country_code': 'fj'}");
    WRITES.put("adminDeleteRegionCountry", "");
    WRITES.put("adminCreateRegionFulfillmentProvider", "{'provider_id': 'manual'}");
    WRITES.put("adminDeleteRegionFulfillmentProvider", "");
    WRITES.put("adminCreateRegionPaymentProvider", "{'provider_id': 'manual'}");
    WRITES.put("adminDeleteRegionPaymentProvider", "");
    WRITES.put("adminUpdateSalesChannel", "{'name': 'X'}");
    WRITES.put("adminAddProductsToSalesChannel", "{'product_ids': [{'id': 'prod_1'}]}");
    WRITES.put("adminRemoveProductsFromSalesChannel", "{'product_ids': [{'id': 'prod_1'}]}");
    WRITES.put("adminCreateSalesChannelStockLocation", "{'location_id': 'sloc_large'}");
    WRITES.put("adminDeleteSalesChannelStockLocations", "{'location_id': 'sloc_large'}");
    WRITES.put("adminUpdateShippingOption", "{'name': 'X', 'requirements': []}");
    WRITES.put("adminUpdateShippingProfile", "{'name': 'X'}");
    WRITES.put("adminUpdateStockLocation", "{'name': 'X'}");
    WRITES.put("adminUpdateTaxRate", "{'name': 'X'}");
    WRITES.put("adminAddProductTypesToTaxRate", "{'product_types': ['ptyp_1']}");
    WRITES.put("adminRemoveProductTypesFromTaxRate", "{'product_types': ['ptyp_1']}");
    WRITES.put("adminAddProductsToTaxRate", "{'products': ['prod_1']}");
    WRITES.put("adminRemoveProductsFromTaxRate", "{'products': ['prod_1']}");
    WRITES.put("adminAddShippingOptionsToTaxRate", "{'shipping_options': ['so_1']}");
    WRITES.put("adminRemoveShippingOptionsFromTaxRate", "{'shipping_options': ['so_1']}");
  }

  /** A new variant has a value for each option, and an option with values is not deleted. */
  private static final Set<String> OF_FEW_OPTIONS =
      Set.of("adminCreateProductVariant", "adminDeleteProductOption");

  private static final Map<String, String> PARAMETERS =
      Map.of(
          "{code}", "SUMMER",
          "{condition_id}", "discon_prod",
          "{country_code}", "fj",
          "{location_id}", "sloc_large",
          "{option_id}", "opt_2",
          "{product_id}", "prod_1",
          "{provider_id}", "manual",
          "{region_id}", "reg_large",
          "{variant_id}", "variant_2");

  /** Names of all relations, of which an operation refuses those that it does not have. */
  private static final Set<String> RELATIONS =
      Stream.of(
              CartGraph.class,
              CatalogGraph.class,
              CustomerGraph.class,
              DiscountGraph.class,
              OrderGraph.class)
          .flatMap(graph -> Arrays.stream(graph.getFields()))
          .filter(field -> field.getType() == Resource.class)
          .flatMap(RelationBoundsIT::relations)
          // Lists of orders refuse it before all other names.
          .filter(name -> !name.equals("returnable_items"))
          .collect(Collectors.toCollection(TreeSet::new));

  private static final Pattern NOT_VALID =
      Pattern.compile("Requested fields \\[(.*)] are not valid");

  private static final int MAX_READ = 32 << 20;
  private static final int MAX_WRITTEN = 10 << 20;

  private static final HttpClient CLIENT = HttpClient.newHttpClient();

  private static Shop shop;
  private static AdminApi staff;

  @BeforeAll
  static void fill() {
    shop = Shop.separate();
    staff = new AdminApi(shop);
    LargeShop.fill(shop);
  }

  @AfterAll
  static void close() {
    shop.close();
  }

  private static Stream<Operation> operations() {
    return Contract.load().operations().stream()
        .filter(operation -> VERTICLES.contains(operation.verticle()))
        .filter(operation -> operation.access() != AccessPolicy.CUSTOMER)
        .filter(operation -> !WITHOUT_RELATIONS.contains(operation.id()));
  }

  private static String segment(Operation operation) {
    return operation.path().split("/")[2];
  }

  /** The path with the ids of the large resource; absent if it has other parameters. */
  private static Optional<String> path(Operation operation) {
    String id = LargeShop.IDS.get(segment(operation));
    String path = operation.path().replace("/code/{code}", "/code/LARGE");
    if (id != null) {
      path = path.replace("{id}", id).replace("{discount_id}", id);
    }
    for (Map.Entry<String, String> parameter : PARAMETERS.entrySet()) {
      path = path.replace(parameter.getKey(), parameter.getValue());
    }
    return Optional.of(path).filter(complete -> !complete.contains("{"));
  }

  @Test
  @Order(1)
  void readsShowLargeRelationsOrTheirCount() {
    Map<String, String> refused = new TreeMap<>();
    operations()
        .filter(operation -> operation.method().equals(HttpMethod.GET))
        .forEach(operation ->
            path(operation)
                .flatMap(path -> judge("GET", path, null))
                .ifPresent(found -> refused.put(operation.id(), found)));

    assertThat(refused).isEmpty();
  }

  /** Each relation alone, and each with all that follow it. */
  @Test
  @Order(2)
  void expandedRelationsAreShownOrTheirCount() {
    Map<String, String> refused = new TreeMap<>();
    List<String> expanded = new ArrayList<>();
    operations()
        .filter(operation -> operation.method().equals(HttpMethod.GET))
        .filter(operation -> operation.query() != null)
        .filter(operation -> operation.query().getJsonObject("properties").containsKey("expand"))
        .forEach(operation ->
            path(operation).ifPresent(path -> expanded.addAll(expand(operation, path, refused))));

    assertThat(refused).isEmpty();
    assertThat(expanded).hasSizeGreaterThan(200);
  }

  private static List<String> expand(
      Operation operation, String path, Map<String, String> refused) {
    List<String> judged = new ArrayList<>();
    JsonObject schema = operation.query().getJsonObject("properties").getJsonObject("expand");
    String separator = schema.containsKey("items") ? "&expand[]=" : ",";
    String parameter = path + (schema.containsKey("items") ? "?expand[]=" : "?expand=");
    for (String relation : accepted(parameter, separator, "")) {
      List<String> further = accepted(parameter, separator, relation + ".");
      for (String expanded : List.of(relation, String.join(separator, further))) {
        if (!expanded.isEmpty()) {
          judged.add(operation.id() + " " + expanded);
          judge("GET", escaped(parameter + expanded), null)
              .ifPresent(found -> refused.put(judged.getLast(), found));
        }
      }
    }
    return judged;
  }

  /** The paths that begin so and that an operation does not refuse as unknown. */
  private static List<String> accepted(String parameter, String separator, String beginning) {
    List<String> paths = RELATIONS.stream().map(name -> beginning + name).toList();
    HttpResponse<String> answer =
        send("GET", escaped(parameter + String.join(separator, paths)), null);
    Matcher refusal = NOT_VALID.matcher(new JsonObject(answer.body()).getString("message", ""));
    assertThat(refusal.matches()).as(answer.body()).isTrue();
    Set<String> unknown = Set.of(refusal.group(1).split(", "));
    return paths.stream().filter(path -> !unknown.contains(path)).toList();
  }

  private static String escaped(String query) {
    return query.replace("[", "%5B").replace("]", "%5D");
  }

  private static Stream<String> relations(Field graph) {
    try {
      return ((Resource) graph.get(null)).relations().stream().map(Relation::name);
    } catch (IllegalAccessException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  @Order(3)
  void writesAreAnswered() {
    Map<String, Operation> writes = new TreeMap<>();
    operations()
        .filter(operation -> operation.isWrite())
        .filter(operation -> operation.path().contains("{"))
        .filter(operation -> LargeShop.IDS.containsKey(segment(operation)))
        .filter(operation ->
            !(operation.method().equals(HttpMethod.DELETE) && operation.path().endsWith("/{id}")))
        .filter(operation -> !OF_FEW_OPTIONS.contains(operation.id()))
        .forEach(operation -> writes.put(operation.id(), operation));
    assertThat(writes.keySet()).containsExactlyInAnyOrderElementsOf(WRITES.keySet());

    Map<String, String> refused = new TreeMap<>();
    WRITES.forEach((id, body) -> {
      Operation write = writes.get(id);
      judge(write.method().name(), path(write).orElseThrow(), body.isEmpty() ? null : body)
          .ifPresent(found -> refused.put(id, found));
    });
    assertThat(refused).isEmpty();
  }

  /** The customer signs in, and its account is shown. */
  @Test
  @Order(4)
  void customersSignInAndSeeTheirAccount() {
    String login = "{'email': 'large@example.com', 'password': 'open sesame'}";
    HttpResponse<String> started = send("POST", "/store/auth", login);
    assertThat(started.statusCode()).as(started.body()).isEqualTo(200);
    assertThat(missing(new JsonObject(started.body()).getJsonObject("customer"))).isEmpty();
    String cookie = started.headers().firstValue("set-cookie").orElseThrow().split(";")[0];

    Map<String, String> refused = new TreeMap<>();
    Contract.load().operations().stream()
        .filter(operation -> operation.access() == AccessPolicy.CUSTOMER)
        .filter(operation -> operation.method().equals(HttpMethod.GET))
        .forEach(operation ->
            path(operation)
                .flatMap(path -> judge("GET", path, null, "cookie", cookie))
                .ifPresent(found -> refused.put(operation.id(), found)));
    judge("POST", "/store/customers/me", "{'last_name': 'X'}", "cookie", cookie)
        .ifPresent(found -> refused.put("storeUpdateCustomerMe", found));
    assertThat(refused).isEmpty();
  }

  /** The answer, which is not checked against the contract: that takes long for large ones. */
  private static HttpResponse<String> send(
      String method, String path, @Nullable String body, String... headers) {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(shop.storefront().url() + path))
            .headers(headers.length == 0 ? staff.staff() : headers)
            .header("content-type", "application/json")
            .method(
                method,
                body == null
                    ? BodyPublishers.noBody()
                    : BodyPublishers.ofString(AdminApi.json(body).encode()))
            .build();
    try {
      return CLIENT.send(request, BodyHandlers.ofString());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  /** The first deviation of the answer; absent without one. */
  private static Optional<String> judge(
      String method, String path, @Nullable String body, String... headers) {
    HttpResponse<String> answer = send(method, path, body, headers);
    if (answer.statusCode() != 200) {
      return Optional.of(answer.statusCode() + " " + answer.body());
    }
    if (answer.body().length() > (method.equals("GET") ? MAX_READ : MAX_WRITTEN)) {
      return Optional.of("length " + answer.body().length());
    }
    return new JsonObject(answer.body())
        .stream()
            .map(Map.Entry::getValue)
            .flatMap(RelationBoundsIT::resources)
            .flatMap(RelationBoundsIT::missing)
            .findFirst();
  }

  private static Stream<JsonObject> resources(@Nullable Object member) {
    return (member instanceof JsonArray page ? page.stream() : Stream.of(member))
        .filter(JsonObject.class::isInstance)
        .map(JsonObject.class::cast)
        .filter(one -> isLarge(one.getValue("id")));
  }

  private static boolean isLarge(@Nullable Object id) {
    return id != null && LargeShop.IDS.containsValue(id);
  }

  /** Relations of a large resource of which neither all rows are shown nor their count. */
  private static Stream<String> missing(JsonObject large) {
    return large.stream()
        .filter(member -> member.getValue() instanceof JsonArray)
        .filter(relation -> ((JsonArray) relation.getValue()).size() < LargeShop.ROWS)
        .map(Map.Entry::getKey)
        .filter(relation -> !BOUNDED.containsKey(relation))
        .filter(relation -> !BOUNDED.containsKey(relation + " of " + large.getString("id")))
        .filter(relation -> large.getInteger(relation + "_count", 0) < LargeShop.ROWS)
        .map(relation -> large.getString("id") + " has no count of " + relation);
  }
}
