package dev.tradewind.gateway.contract;

import static java.util.stream.Collectors.toSet;
import static java.util.stream.Collectors.toUnmodifiableMap;
import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Values and recipients that callers choose, by the names of their properties: the operation states
 * in {@code x-creates} what they create and which permissions cover it, or the value is harmless.
 */
class ChosenValuesTest {

  private static final Pattern CHOSEN =
      Pattern.compile(
          "(.*_)?(amount|price|value|refund|balance|password|url|to|email|file_key|file_keys)");

  /** Properties that create nothing, by the reason; {@code *} is all properties of an operation. */
  private static final Map<String, Set<String>> HARMLESS =
      Map.of(
          "the credentials of the caller, or of the address that gets a one-time token",
          Set.of(
              "adminLogIn *",
              "adminIssueToken *",
              "adminAcceptInvite *",
              "adminResetPasswordUser *",
              "adminPasswordTokenUser *",
              "adminEndLogin old_password",
              "adminEndOtherLogins old_password",
              "adminCreateApiToken old_password",
              "adminEnrollSecondFactor old_password",
              "storeLogIn *",
              "storeIssueToken *",
              "storeEndLogin old_password",
              "storeEndOtherLogins old_password",
              "storePasswordTokenCustomer *",
              "storePasswordResetCustomer *",
              "storeCreateCustomer *",
              "storeMeCustomer *"),
          "texts",
          Set.of(
              "adminCreateNote value",
              "adminUpdateNote value",
              "adminMetadataProduct value",
              "adminCreateReturnReason value",
              "adminUpdateReturnReason value",
              "adminCreateProduct type.value",
              "adminCreateProduct tags.value",
              "adminCreateProduct variants.options.value",
              "adminUpdateProduct type.value",
              "adminUpdateProduct tags.value",
              "adminUpdateProduct variants.options.value",
              "adminCreateProductVariant options.value",
              "adminUpdateProductVariant options.value",
              "adminUpdateOrderClaim claim_items.images.url",
              "adminUpdateOrderClaim claim_items.tags.value"),
          "a picture in the pages of the shop, which no server reads",
          Set.of(
              "adminUpdateStorefront logo_url",
              "adminUpdateStorefront sections.image_url",
              "adminPreviewStorefront logo_url",
              "adminPreviewStorefront sections.image_url"),
          "the address of a shopper, who knows no other order by it",
          Set.of("storeUpdateCart email", "storeRequestRestockNotification email"),
          "a record of a customer, whose e-mails concern its own orders",
          Set.of("adminCreateCustomer email", "adminUpdateCustomer email"),
          "the sessions of a payment collection have its amount in sum",
          Set.of("storeAddSessionsToPaymentCollection sessions.amount"));

  private static final Contract CONTRACT = Contract.load();

  private static final Map<String, JsonObject> DESCRIBED =
      Stream.of("admin", "store")
          .flatMap(surface -> CONTRACT.json(surface).getJsonObject("paths").stream())
          .flatMap(path -> ((JsonObject) path.getValue()).stream())
          .map(method -> (JsonObject) method.getValue())
          .collect(toUnmodifiableMap(each -> each.getString("operationId"), each -> each));

  @Test
  void everyChosenValueStatesItsPermissionOrIsHarmless() {
    Set<String> harmless = HARMLESS.values().stream().flatMap(Set::stream).collect(toSet());
    Set<String> unused = new TreeSet<>(harmless);
    Set<String> open = new TreeSet<>();
    for (Operation operation : CONTRACT.operations()) {
      Set<String> stated = stated(operation);
      for (String property : properties(operation)) {
        String place = operation.id() + " " + property;
        boolean isStated = stated.contains(property);
        boolean isHarmless = harmless.contains(place) || harmless.contains(operation.id() + " *");
        if (isHarmless) {
          unused.removeAll(List.of(place, operation.id() + " *"));
        }
        if (isStated == isHarmless && CHOSEN.matcher(leaf(property)).matches()) {
          open.add(place);
        }
      }
    }

    assertThat(open).as("neither in x-creates nor harmless, or both").isEmpty();
    assertThat(unused).as("of former operations").isEmpty();
  }

  @Test
  void theStatedPropertiesExistAndTheOperationAsksForThePermissions() {
    for (Operation operation : CONTRACT.operations()) {
      assertThat(properties(operation)).as(operation.id()).containsAll(stated(operation));
      Set<String> asked = new HashSet<>(operation.valuePermissions());
      asked.add(Objects.requireNonNullElse(operation.permission(), ""));
      for (JsonObject created : created(operation)) {
        assertThat(created.getJsonArray("permissions"))
            .as("%s: %s", operation.id(), created)
            .isNotEmpty()
            .allMatch(asked::contains);
      }
    }
    assertThat(CONTRACT.operations().stream().flatMap(each -> created(each).stream()))
        .hasSizeGreaterThan(40);
  }

  private static List<JsonObject> created(Operation operation) {
    return DESCRIBED.get(operation.id()).getJsonArray("x-creates", new JsonArray()).stream()
        .map(JsonObject.class::cast)
        .toList();
  }

  private static Set<String> stated(Operation operation) {
    return created(operation).stream()
        .flatMap(created -> created.getJsonArray("by", new JsonArray()).stream())
        .map(String.class::cast)
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private static String leaf(String property) {
    return property.substring(property.lastIndexOf('.') + 1);
  }

  /** All properties of the body, those of lists and objects with a dot. */
  private static Set<String> properties(Operation operation) {
    Set<String> found = new TreeSet<>();
    if (operation.body() != null) {
      collect(operation.body(), "", found);
    }
    return found;
  }

  private static void collect(JsonObject schema, String prefix, Set<String> found) {
    for (Map.Entry<String, Object> property :
        schema.getJsonObject("properties", new JsonObject())) {
      found.add(prefix + property.getKey());
      collect((JsonObject) property.getValue(), prefix + property.getKey() + ".", found);
    }
    for (String nested : List.of("items", "additionalProperties")) {
      if (schema.getValue(nested) instanceof JsonObject one) {
        collect(one, prefix, found);
      }
    }
    for (String combined : List.of("allOf", "anyOf", "oneOf")) {
      for (Object one : schema.getJsonArray(combined, new JsonArray())) {
        collect((JsonObject) one, prefix, found);
      }
    }
  }
}
