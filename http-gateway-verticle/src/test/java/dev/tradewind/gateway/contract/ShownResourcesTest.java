package dev.tradewind.gateway.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.json.JsonObject;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Resources that the response of each operation shows, and those that it changes, beside its
 * permission.
 */
class ShownResourcesTest {

  /** Kind of resource of a permission, by the member of a response that shows it. */
  private static final Map<String, String> KIND_OF =
      Map.ofEntries(
          Map.entry("cart", "draft-orders"),
          Map.entry("customer", "customers"),
          Map.entry("customers", "customers"),
          Map.entry("customer_group", "customer-groups"),
          Map.entry("customer_groups", "customer-groups"),
          Map.entry("discount", "discounts"),
          Map.entry("discounts", "discounts"),
          Map.entry("draft_order", "draft-orders"),
          Map.entry("draft_orders", "draft-orders"),
          Map.entry("gift_card", "gift-cards"),
          Map.entry("gift_cards", "gift-cards"),
          Map.entry("invites", "invites"),
          Map.entry("notes", "notes"),
          Map.entry("note", "notes"),
          Map.entry("notification", "notifications"),
          Map.entry("notifications", "notifications"),
          Map.entry("order", "orders"),
          Map.entry("orders", "orders"),
          Map.entry("order_edit", "order-edits"),
          Map.entry("order_edits", "order-edits"),
          Map.entry("payment", "payments"),
          Map.entry("payment_collection", "payment-collections"),
          Map.entry("refund", "orders"),
          Map.entry("return", "returns"),
          Map.entry("returns", "returns"),
          Map.entry("swap", "swaps"),
          Map.entry("swaps", "swaps"),
          Map.entry("user", "users"),
          Map.entry("users", "users"));

  /** Shown by an operation of another permission, with the reason. */
  private static final Map<String, String> EXCEPTIONS =
      Map.of(
          "adminCapturePayment", "a payment is a part of its order",
          "adminExportPersonalData", "the permission is for all data of a customer",
          "adminGetCurrentUser", "the own account");

  private static final Contract CONTRACT = Contract.load();
  private static final JsonObject DOCUMENT = CONTRACT.json("admin");

  static Stream<JsonObject> operations() {
    return DOCUMENT.getJsonObject("paths").stream()
        .flatMap(path -> ((JsonObject) path.getValue()).stream())
        .map(method -> (JsonObject) method.getValue())
        .filter(operation -> operation.getString("x-permission") != null);
  }

  @ParameterizedTest
  @MethodSource("operations")
  void whatAnOperationShowsIsCoveredByItsPermissions(JsonObject operation) {
    if (EXCEPTIONS.containsKey(operation.getString("operationId"))) {
      return;
    }
    Set<String> kinds =
        Stream.of("x-permission", "x-shown-permission")
            .map(operation::getString)
            .filter(Objects::nonNull)
            .map(permission -> permission.substring(0, permission.indexOf(':')))
            .collect(Collectors.toSet());

    assertThat(shown(operation))
        .filteredOn(KIND_OF::containsKey)
        .as("%s", operation.getString("operationId"))
        .allSatisfy(member -> assertThat(kinds).contains(KIND_OF.get(member)));
  }

  /** A request that reads cannot change anything, and one that writes is no matter of reading. */
  @ParameterizedTest
  @MethodSource("operations")
  void anOperationThatChangesSomethingNeedsMoreThanReading(JsonObject operation) {
    String id = operation.getString("operationId");
    boolean isRead =
        CONTRACT.operations().stream().anyMatch(each -> each.id().equals(id) && !each.isWrite());

    assertThat(operation.getString("x-permission").endsWith(":read"))
        .as(id)
        .isEqualTo(isRead || id.equals("adminDownloadUrlUpload"));
  }

  private static Set<String> shown(JsonObject operation) {
    Set<String> members = new TreeSet<>();
    for (Map.Entry<String, Object> response : operation.getJsonObject("responses")) {
      if (response.getKey().startsWith("2")) {
        JsonObject resolved = Schemas.followed((JsonObject) response.getValue(), DOCUMENT);
        JsonObject json =
            resolved.getJsonObject("content", new JsonObject()).getJsonObject("application/json");
        if (json != null) {
          members.addAll(
              Schemas.followed(json.getJsonObject("schema"), DOCUMENT)
                  .getJsonObject("properties", new JsonObject())
                  .fieldNames());
        }
      }
    }
    return members;
  }
}
