package dev.tradewind.acceptance.field;

import static dev.tradewind.acceptance.StaffClient.assertRefused;
import static dev.tradewind.acceptance.StaffClient.json;
import static dev.tradewind.acceptance.StaffClient.ok;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.acceptance.Answer;
import dev.tradewind.acceptance.Shop;
import dev.tradewind.acceptance.StaffClient;
import dev.tradewind.acceptance.Storefront;
import dev.tradewind.gateway.contract.Contract;
import dev.tradewind.gateway.contract.Operation;
import dev.tradewind.kernel.text.Ids;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.pgclient.PgException;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Declared fields of each operation that writes metadata of their resources: its response shows the
 * values in their types and the defaults, as they are stored, and it refuses others.
 */
class MetadataWritesIT {

  private static final List<String> RESOURCES =
      List.of(
          "product", "variant", "collection", "region", "customer", "order", "cart", "line_item");

  /** Members of requests with metadata of resources that have no declared fields. */
  private static final Set<String> WITHOUT_FIELDS =
      Set.of(
          """
          adminCreateCustomerGroup metadata
          adminCreateDiscount metadata
          adminCreateDynamicCode metadata
          adminCreateGiftCard metadata
          adminCreateInventoryItem metadata
          adminCreateOrderClaim metadata
          adminCreateOrderClaimFulfillment metadata
          adminCreateOrderSwapFulfillment metadata
          adminCreateProductCategory metadata
          adminCreateReservation metadata
          adminCreateReturnReason metadata
          adminCreateShippingOption metadata
          adminCreateShippingProfile metadata
          adminCreateStockLocation metadata
          adminFulfillmentOrder metadata
          adminStore metadata
          adminUpdateCustomerGroup metadata
          adminUpdateDiscount metadata
          adminUpdateGiftCard metadata
          adminUpdateOrderClaim claim_items.metadata
          adminUpdateOrderClaim metadata
          adminUpdatePaymentCollection metadata
          adminUpdateProductCategory metadata
          adminUpdateReservation metadata
          adminUpdateReturnReason metadata
          adminUpdateShippingOption metadata
          adminUpdateShippingProfile metadata
          adminUpdateStockLocation metadata
          adminUpdateUser metadata
          storeUpdateCustomerMeAddress metadata
          """
              .strip()
              .split("\n"));

  private static Shop shop;
  private static Storefront storefront;
  private static StaffClient staff;
  private static String sold;

  @BeforeAll
  static void declare() {
    shop = Shop.separate();
    storefront = shop.storefront();
    staff = new StaffClient(shop);
    sold = shop.newVariant(1_000, 1_000).getString("id");
    for (String resource : RESOURCES) {
      // The metadata of a cart becomes that of its order, whose own fields have other names.
      String prefix = resource.equals("cart") ? "cart_" : "";
      staff.post(
          "/admin/tradewind/fields",
          "{'resource': '%s', 'name': '%sgrade', 'type': 'number'}",
          resource,
          prefix);
      staff.post(
          "/admin/tradewind/fields",
          "{'resource': '%s', 'name': '%skept', 'type': 'text', 'required': true, 'default': 'k'}",
          resource,
          prefix);
    }
  }

  @AfterAll
  static void close() {
    shop.close();
  }

  /**
   * Request of an operation.
   *
   * @param member of the request with the metadata
   * @param shown path of the metadata in the response, with the last element of each list
   * @param body takes the member {@code metadata}, perhaps empty
   */
  private record Write(
      String operation, String member, String shown, UnaryOperator<String> body, Sender sender) {

    Answer send(String metadata) {
      return sender.send(body.apply(metadata));
    }

    Answer with(String metadata) {
      return send(", 'metadata': " + named(metadata));
    }

    String named(String metadata) {
      String prefix = shown.endsWith("cart.metadata") ? "cart_" : "";
      return metadata.replaceAll("grade|kept", prefix + "$0");
    }

    @Override
    public String toString() {
      return operation + " " + member;
    }
  }

  @FunctionalInterface
  private interface Sender {
    Answer send(String body);
  }

  private static Write write(
      String operation, String member, String shown, UnaryOperator<String> body, Sender sender) {
    return new Write(operation, member, shown, body, sender);
  }

  /** Operations that make a row. */
  private static Stream<Write> creations() {
    return Stream.of(
        write(
            "adminCreateProduct",
            "metadata",
            "product.metadata",
            metadata -> "{'title': '%s'%s}".formatted(name(), metadata),
            staffTo("/admin/products")),
        write(
            "adminCreateProduct",
            "variants.metadata",
            "product.variants.metadata",
            metadata ->
                "{'title': '%s', 'options': [{'title': 'Size'}], 'variants': [%s]}"
                    .formatted(name(), variant("'value': 'S'", metadata)),
            staffTo("/admin/products")),
        write(
            "adminUpdateProduct",
            "variants.metadata",
            "product.variants.metadata",
            metadata ->
                "{'variants': [%s]}"
                    .formatted(variant("'option_id': '%s', 'value': 'S'", metadata)),
            body -> {
              JsonObject product = product();
              return staff.tryPost(
                  "/admin/products/" + product.getString("id"), body.formatted(option(product)));
            }),
        write(
            "adminCreateProductVariant",
            "metadata",
            "product.variants.metadata",
            metadata -> variant("'option_id': '%s', 'value': 'S'", metadata),
            body -> {
              JsonObject product = product();
              return staff.tryPost(
                  "/admin/products/" + product.getString("id") + "/variants",
                  body.formatted(option(product)));
            }),
        write(
            "adminCreateCollection",
            "metadata",
            "collection.metadata",
            metadata -> "{'title': '%s'%s}".formatted(name(), metadata),
            staffTo("/admin/collections")),
        write(
            "adminCreateRegion",
            "metadata",
            "region.metadata",
            MetadataWritesIT::region,
            staffTo("/admin/regions")),
        write(
            "adminCreateCustomer",
            "metadata",
            "customer.metadata",
            MetadataWritesIT::customer,
            staffTo("/admin/customers")),
        write(
            "adminCreateDraftOrder",
            "metadata",
            "draft_order.cart.metadata",
            metadata -> draft("", metadata),
            staffTo("/admin/draft-orders")),
        write(
            "adminCreateDraftOrder",
            "items.metadata",
            "draft_order.cart.items.metadata",
            metadata -> draft(line(metadata), ""),
            staffTo("/admin/draft-orders")),
        write(
            "adminCreateDraftOrderLineItem",
            "metadata",
            "draft_order.cart.items.metadata",
            MetadataWritesIT::line,
            body -> staff.tryPost("/admin/draft-orders/" + draft() + "/line-items", body)),
        write(
            "adminCreateOrderEditItem",
            "metadata",
            "order_edit.items.metadata",
            MetadataWritesIT::line,
            body ->
                staff.tryPost(
                    "/admin/order-edits/"
                        + staff
                            .post("/admin/order-edits", "{'order_id': '%s'}", order())
                            .getJsonObject("order_edit")
                            .getString("id")
                        + "/items",
                    body)),
        write(
            "storeAddLineItem",
            "metadata",
            "cart.items.metadata",
            MetadataWritesIT::line,
            body -> storefront.post("/store/carts/" + emptyCart() + "/line-items", json(body))));
  }

  /** Operations that make a row whose metadata they do not take. */
  private static Stream<Write> creationsWithoutMetadata() {
    return Stream.of(
        write(
            "storeCreateCart",
            "",
            "cart.metadata",
            none -> "{'region_id': '%s'}".formatted(storefront.euros()),
            MetadataWritesIT::shopperToCarts),
        write(
            "storeCreateCart",
            "items",
            "cart.items.metadata",
            none -> "{'region_id': '%s', 'items': [%s]}".formatted(storefront.euros(), line("")),
            MetadataWritesIT::shopperToCarts),
        write(
            "storeCreateCustomer",
            "",
            "customer.metadata",
            MetadataWritesIT::customer,
            body -> storefront.post("/store/customers", json(body))),
        write(
            "storeCompleteCart",
            "",
            "data.metadata",
            none -> "",
            body -> storefront.post("/store/carts/" + shop.readyCart(sold, 1) + "/complete", null)),
        write(
            "storeCompleteCart",
            "items",
            "data.items.metadata",
            none -> "",
            body -> storefront.post("/store/carts/" + shop.readyCart(sold, 1) + "/complete", null)),
        write(
            "adminPayDraftOrder",
            "",
            "order.metadata",
            none -> "",
            body -> staff.tryPost("/admin/draft-orders/" + draft() + "/pay", body)),
        write(
            "adminCreateOrderSwap",
            "additional_items",
            "order.swaps.additional_items.metadata",
            none -> "",
            body -> ofShipped("/admin/orders/%s/swaps", "'return_items'", "")),
        write(
            "storeCreateSwap",
            "additional_items",
            "swap.additional_items.metadata",
            none -> "",
            body -> ofShipped("/store/swaps", "'return_items'", "'order_id': '%s', ")),
        write(
            "adminCreateOrderClaim",
            "additional_items",
            "order.claims.additional_items.metadata",
            none -> "",
            body -> ofShipped("/admin/orders/%s/claims", "'claim_items'", "'type': 'replace', ")));
  }

  /** Operations that change the metadata of a row. */
  private static Stream<Write> changes() {
    return Stream.of(
        change("adminUpdateProduct", "product.metadata", MetadataWritesIT::productPath),
        change(
            "adminUpdateProductVariant",
            "product.variants.metadata",
            () -> {
              JsonObject variant = shop.newVariant(1_000, 5);
              return "/admin/products/%s/variants/%s"
                  .formatted(variant.getString("product_id"), variant.getString("id"));
            }),
        write(
            "adminUpdateProduct",
            "variants.metadata",
            "product.variants.metadata",
            metadata -> metadata,
            body -> {
              JsonObject variant = shop.newVariant(1_000, 5);
              return staff.tryPost(
                  "/admin/products/" + variant.getString("product_id"),
                  "{'variants': [{'id': '%s'%s}]}".formatted(variant.getString("id"), body));
            }),
        change(
            "adminUpdateCollection",
            "collection.metadata",
            () -> created("/admin/collections", "collection", "{'title': '%s'}", name())),
        change(
            "adminUpdateRegion",
            "region.metadata",
            () -> created("/admin/regions", "region", region(""))),
        change(
            "adminUpdateCustomer",
            "customer.metadata",
            () -> "/admin/customers/" + newCustomer().getString("id")),
        change("adminUpdateOrder", "order.metadata", () -> "/admin/orders/" + order()),
        change(
            "adminUpdateDraftOrderLineItem",
            "draft_order.cart.items.metadata",
            () -> {
              JsonObject draft =
                  staff
                      .post("/admin/draft-orders", draft(line(""), ""))
                      .getJsonObject("draft_order");
              return "/admin/draft-orders/%s/line-items/%s"
                  .formatted(draft.getString("id"), firstLine(draft.getJsonObject("cart")));
            }),
        write(
            "storeUpdateLineItem",
            "metadata",
            "cart.items.metadata",
            metadata -> "{'quantity': 2%s}".formatted(metadata),
            body -> {
              JsonObject cart = storefront.createCart(storefront.euros(), sold, 1);
              return storefront.post(
                  "/store/carts/%s/line-items/%s".formatted(cart.getString("id"), firstLine(cart)),
                  json(body));
            }),
        write(
            "storeMeCustomer",
            "metadata",
            "customer.metadata",
            metadata -> "{'first_name': 'B'%s}".formatted(metadata),
            body -> {
              String email = newCustomer().getString("email");
              JsonObject login = json("{'email': '%s', 'password': 'password-12'}", email);
              return storefront.post(
                  "/store/customers/me",
                  json(body),
                  "authorization",
                  storefront.bearer("/store/auth/token", login));
            }));
  }

  @FunctionalInterface
  private interface Path {
    String get();
  }

  private static Write change(String operation, String shown, Path path) {
    return write(
        operation,
        "metadata",
        shown,
        metadata -> "{" + metadata.replaceFirst("^, ", "") + "}",
        body -> staff.tryPost(path.get(), body));
  }

  private static Sender staffTo(String path) {
    return body -> staff.tryPost(path, body);
  }

  private static Answer shopperToCarts(String body) {
    return storefront.post("/store/carts", json(body));
  }

  private static String name() {
    return Ids.ulid().toLowerCase(Locale.ROOT);
  }

  private static String variant(String option, String metadata) {
    return "{'title': 'S', 'prices': [{'currency_code': 'eur', 'amount': 900}], 'options': [{%s}]%s}"
        .formatted(option, metadata);
  }

  private static JsonObject product() {
    return staff
        .post("/admin/products", "{'title': '%s', 'options': [{'title': 'Size'}]}", name())
        .getJsonObject("product");
  }

  private static String option(JsonObject product) {
    return product.getJsonArray("options").getJsonObject(0).getString("id");
  }

  private static String productPath() {
    return "/admin/products/" + product().getString("id");
  }

  private static String created(String path, String resource, String body, Object... values) {
    return path + "/" + staff.post(path, body, values).getJsonObject(resource).getString("id");
  }

  private static String region(String metadata) {
    return "{'name': 'R %s', 'currency_code': 'eur', 'tax_rate': 0, 'countries': [], "
            .formatted(name())
        + "'payment_providers': ['manual'], 'fulfillment_providers': ['manual']%s}"
            .formatted(metadata);
  }

  private static String customer(String metadata) {
    return "{'email': '%s@example.com', 'first_name': 'A', 'last_name': 'B', 'password': 'password-12'%s}"
        .formatted(name(), metadata);
  }

  private static JsonObject newCustomer() {
    return ok(storefront.post("/store/customers", json(customer("")))).getJsonObject("customer");
  }

  private static String line(String metadata) {
    return "{'variant_id': '%s', 'quantity': 1%s}".formatted(sold, metadata);
  }

  private static String draft(String items, String metadata) {
    return "{'email': '%s@example.com', 'region_id': '%s', 'shipping_methods': [], 'items': [%s]%s}"
        .formatted(name(), storefront.euros(), items, metadata);
  }

  private static String draft() {
    return staff
        .post("/admin/draft-orders", draft(line(""), ""))
        .getJsonObject("draft_order")
        .getString("id");
  }

  private static String order() {
    return ok(storefront.post("/store/carts/" + shop.readyCart(sold, 1) + "/complete", null))
        .getJsonObject("data")
        .getString("id");
  }

  private static String emptyCart() {
    return shopperToCarts("{'region_id': '%s'}".formatted(storefront.euros()))
        .cart()
        .getString("id");
  }

  private static String firstLine(JsonObject cart) {
    return cart.getJsonArray("items").getJsonObject(0).getString("id");
  }

  /** Request about a unit of a captured and shipped order, which another one is sent for. */
  private static Answer ofShipped(String path, String units, String further) {
    String id = order();
    String order = "/admin/orders/" + id;
    JsonObject captured = staff.post(order + "/capture", "").getJsonObject("order");
    String unit = "{'item_id': '%s', 'quantity': 1%s}";
    JsonObject fulfilled =
        staff
            .post(
                order + "/fulfillment", "{'items': [%s]}", unit.formatted(firstLine(captured), ""))
            .getJsonObject("order");
    staff.post(
        order + "/shipment",
        "{'fulfillment_id': '%s'}",
        fulfilled.getJsonArray("fulfillments").getJsonObject(0).getString("id"));
    return storefront.post(
        path.formatted(id),
        json(
            "{%s%s: [%s], 'additional_items': [%s]}"
                .formatted(
                    further.formatted(id),
                    units,
                    unit.formatted(
                        firstLine(captured), units.contains("claim") ? ", 'reason': 'other'" : ""),
                    line(""))),
        path.startsWith("/store") ? new String[0] : staff.credentials());
  }

  private static JsonObject metadata(Write write, Answer answer) {
    assertThat(answer.status() / 100).as(answer.text()).isEqualTo(2);
    JsonObject at = answer.body();
    for (String step : write.shown().split("\\.")) {
      at =
          at.getValue(step) instanceof JsonArray list
              ? list.getJsonObject(list.size() - 1)
              : at.getJsonObject(step);
    }
    return at;
  }

  private static Stream<Write> withMetadata() {
    return Stream.concat(creations(), changes());
  }

  private static Stream<Write> ofNewRows() {
    return Stream.concat(creations(), creationsWithoutMetadata());
  }

  private static Stream<Write> all() {
    return Stream.concat(ofNewRows(), changes());
  }

  @Test
  void eachMetadataOfTheContractIsTried() {
    Set<String> inContract = new TreeSet<>();
    Contract.load()
        .operations()
        .forEach(operation -> collect(operation.id() + " ", operation.body(), inContract));
    inContract.removeIf(member -> member.endsWith("address.metadata"));

    Set<String> tried =
        Stream.concat(withMetadata().map(Write::toString), WITHOUT_FIELDS.stream())
            .collect(Collectors.toCollection(TreeSet::new));
    assertThat(tried).isEqualTo(inContract);
    assertThat(Contract.load().operations())
        .filteredOn(operation -> operation.path().endsWith("/metadata"))
        .extracting(Operation::id)
        .containsExactly("adminMetadataProduct");
  }

  @Test
  void aMemberThatIsSetByItsKeyIsCheckedToo() {
    String path = productPath() + "/metadata";
    String body = "{'key': 'grade', 'value': '%s'}";

    assertRefused(
        staff.tryPost(path, body, "high"), 400, "invalid_data", "metadata.grade must be a number");
    assertThat(staff.post(path, body, "5").getJsonObject("product").getJsonObject("metadata"))
        .isEqualTo(json("{'grade': 5, 'kept': 'k'}"));
  }

  /** Members with the name metadata, as paths. */
  private static void collect(String path, Object schema, Set<String> found) {
    if (schema instanceof JsonArray alternatives) {
      alternatives.forEach(each -> collect(path, each, found));
    } else if (schema instanceof JsonObject object) {
      for (String way : List.of("allOf", "anyOf", "oneOf", "items")) {
        collect(path, object.getValue(way), found);
      }
      object
          .getJsonObject("properties", new JsonObject())
          .forEach(member -> {
            if (member.getKey().equals("metadata")) {
              found.add(path + "metadata");
            } else {
              collect(path + member.getKey() + ".", member.getValue(), found);
            }
          });
    }
  }

  @ParameterizedTest
  @MethodSource("withMetadata")
  void theResponseShowsWhatIsStored(Write write) {
    assertThat(metadata(write, write.with("{'grade': '5', 'kept': ''}")).getMap())
        .containsAllEntriesOf(json(write.named("{'grade': 5, 'kept': 'k'}")).getMap());
  }

  @ParameterizedTest
  @MethodSource("withMetadata")
  void aValueOfAnotherTypeIsRefused(Write write) {
    assertRefused(
        write.with("{'grade': 'high'}"),
        400,
        "invalid_data",
        "metadata." + write.named("grade") + " must be a number");
  }

  /** The node knows the declarations after the first write. */
  @ParameterizedTest
  @MethodSource("all")
  void knownFieldsCostNoRefusedStatement(Write write) {
    String metadata = write.member().endsWith("metadata") ? ", 'metadata': {'grade': '%d'}" : "";
    metadata(write, write.send(write.named(metadata.formatted(5))));
    shop.failures();

    metadata(write, write.send(write.named(metadata.formatted(6))));

    assertThat(shop.failures()).filteredOn(PgException.class::isInstance).isEmpty();
  }

  @ParameterizedTest
  @MethodSource("ofNewRows")
  void aNewRowHasItsDefault(Write write) {
    assertThat(metadata(write, write.send("")).getString(write.named("kept"))).isEqualTo("k");
  }
}
