package dev.tradewind.conventions;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.api.customer.RolePermissions;
import dev.tradewind.embedded.Home;
import dev.tradewind.gateway.contract.Contract;
import dev.tradewind.gateway.contract.Operation;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Table of permissions in {@code docs/permissions.md}. With {@code
 * -Dtradewind.permissions.write=true} the test writes it.
 */
class PermissionsDocumentTest {

  private static final Path PAGE = Home.folder().resolve("docs/permissions.md");
  private static final String BEGIN = "<!-- generated: permissions of operations -->\n";
  private static final List<String> ROLES = List.of("admin", "member", "developer");

  @Test
  void thePageNamesPermissionAndRolesOfEveryOperation() throws IOException {
    String page = Files.readString(PAGE);
    int begin = page.indexOf(BEGIN) + BEGIN.length();
    if (Boolean.getBoolean("tradewind.permissions.write")) {
      Files.writeString(PAGE, page.substring(0, begin) + "\n" + table());
    }

    assertThat(Files.readString(PAGE).substring(begin))
        .as("write it with -Dtradewind.permissions.write=true")
        .isEqualTo("\n" + table());
  }

  private static String table() {
    String rows =
        Contract.load().operations().stream()
            .filter(operation -> operation.permission() != null)
            .sorted(
                Comparator.comparing(PermissionsDocumentTest::permission)
                    .thenComparing(Operation::path)
                    .thenComparing(operation -> operation.method().name()))
            .map(PermissionsDocumentTest::row)
            .collect(Collectors.joining());
    return "| Permission | Operation | Roles |\n|---|---|---|\n" + rows;
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
