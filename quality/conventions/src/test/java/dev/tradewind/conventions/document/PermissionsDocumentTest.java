package dev.tradewind.conventions.document;

import dev.tradewind.api.customer.RolePermissions;
import dev.tradewind.gateway.contract.Contract;
import dev.tradewind.gateway.contract.Operation;
import dev.tradewind.testing.GeneratedPart;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Tables of permissions in {@code docs/permissions.md}. With {@code
 * -Dtradewind.permissions.write=true} the test writes them.
 */
class PermissionsDocumentTest {

  private static final List<String> ROLES = List.of("admin", "member", "developer");
  private static final Contract CONTRACT = Contract.load();

  @Test
  void thePageNamesPermissionAndRolesOfEveryOperation() {
    part("permissions of operations").assertIs(operations());
  }

  @Test
  void thePageNamesWhatOperationsCreateAndTheirPermissions() {
    part("operations that create value").assertIs(values());
  }

  private static GeneratedPart part(String name) {
    return new GeneratedPart("docs/permissions.md", name, "tradewind.permissions.write");
  }

  private static String operations() {
    String rows =
        CONTRACT.operations().stream()
            .filter(operation -> operation.permission() != null)
            .sorted(
                Comparator.comparing(PermissionsDocumentTest::permission)
                    .thenComparing(Operation::path)
                    .thenComparing(operation -> operation.method().name()))
            .map(PermissionsDocumentTest::row)
            .collect(Collectors.joining());
    return "| Permission | Operation | Roles |\n|---|---|---|\n" + rows;
  }

  /** {@code x-creates} of the contract: a row for each kind of value and its permissions. */
  private static String values() {
    Map<String, List<String>> places = new TreeMap<>();
    JsonObject paths = CONTRACT.document("admin").toJsonObject().getJsonObject("paths");
    for (Map.Entry<String, Object> path : paths) {
      for (Map.Entry<String, Object> method : (JsonObject) path.getValue()) {
        String place = "`" + method.getKey().toUpperCase(Locale.ROOT) + " " + path.getKey() + "`";
        JsonArray created = ((JsonObject) method.getValue()).getJsonArray("x-creates");
        for (Object each : created == null ? new JsonArray() : created) {
          JsonObject value = (JsonObject) each;
          String properties = codes(value.getJsonArray("by", new JsonArray()));
          places
              .computeIfAbsent(
                  value.getString("what") + " | " + codes(value.getJsonArray("permissions")),
                  first -> new ArrayList<>())
              .add(properties.isEmpty() ? place : place + ": " + properties);
        }
      }
    }
    return "| Value or data | Permissions | Operation, and the properties that choose it |\n"
        + "|---|---|---|\n"
        + places.entrySet().stream()
            .map(row ->
                "| %s | %s |\n"
                    .formatted(
                        row.getKey(),
                        row.getValue().stream().sorted().collect(Collectors.joining("; "))))
            .collect(Collectors.joining());
  }

  private static String codes(JsonArray texts) {
    return texts.stream().map(text -> "`" + text + "`").collect(Collectors.joining(", "));
  }

  private static String permission(Operation operation) {
    return Objects.requireNonNull(operation.permission());
  }

  private static String row(Operation operation) {
    Stream<String> roles =
        ROLES.stream().filter(role -> RolePermissions.BUILT_IN.allow(role, permission(operation)));
    return "| `%s` | `%s %s` | %s |\n"
        .formatted(
            permission(operation),
            operation.method(),
            operation.path(),
            roles.collect(Collectors.joining(", ")));
  }
}
