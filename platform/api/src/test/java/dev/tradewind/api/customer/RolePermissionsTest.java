package dev.tradewind.api.customer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RolePermissionsTest {

  @ParameterizedTest
  @CsvSource({
    "*, orders:refund, true",
    "*:*, orders:refund, true",
    "orders:*, orders:refund, true",
    "*:read, orders:read, true",
    "orders:read, orders:read, true",
    "*:read, orders:write, false",
    "orders:*, order-edits:read, false",
    "orders:read, orders:refund, false",
    "order:*, orders:read, false",
  })
  void aPatternCoversPermissions(String pattern, String permission, boolean isCovered) {
    assertThat(RolePermissions.matches(List.of(pattern), permission)).isEqualTo(isCovered);
  }

  @ParameterizedTest
  @CsvSource({
    "admin, orders:refund, true",
    "admin, users:write, true",
    "member, orders:write, true",
    "member, orders:refund, false",
    "member, gift-cards:read, true",
    "member, gift-cards:write, false",
    "member, users:read, false",
    "member, products:write, true",
    "member, regions:read, true",
    "member, regions:write, false",
    "developer, regions:write, true",
    "developer, products:write, true",
    "developer, orders:read, false",
    "developer, customers:read, false",
    "developer, discounts:read, true",
    "developer, discounts:write, false",
    "unknown, products:read, false",
    "unknown, own:write, true",
    "member, own:write, true",
  })
  void theBuiltInRolesHaveTheirPermissions(String role, String permission, boolean isAllowed) {
    assertThat(RolePermissions.BUILT_IN.allow(role, permission)).isEqualTo(isAllowed);
  }

  @Test
  void aUserWithoutARoleHasItsOwnAccountOnly() {
    assertThat(RolePermissions.BUILT_IN.allow(null, "own:read")).isTrue();
    assertThat(RolePermissions.BUILT_IN.allow(null, "products:read")).isFalse();
  }

  @Test
  void theOperatorAddsAndRedefinesRoles() {
    RolePermissions roles =
        RolePermissions.with(
            new JsonObject()
                .put("support", new JsonArray().add("orders:*"))
                .put("member", new JsonArray().add("products:read")));

    assertThat(roles.allow("support", "orders:refund")).isTrue();
    assertThat(roles.allow("member", "products:read")).isTrue();
    assertThat(roles.allow("member", "orders:read")).isFalse();
    assertThat(roles.allow("developer", "regions:write")).isTrue();
  }

  @ParameterizedTest
  @ValueSource(strings = {"orders", "orders:", ":read", "Orders:read", "orders:read:all", "**", ""})
  void otherTextsAreNoPermissions(String permission) {
    assertThatThrownBy(() ->
            RolePermissions.with(new JsonObject().put("support", new JsonArray().add(permission))))
        .hasMessage(permission + " is not a permission such as orders:read.");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "Support", "1st", "a role", "x23456789012345678901234567890123"})
  void otherTextsAreNoNamesOfRoles(String role) {
    assertThatThrownBy(() -> RolePermissions.with(new JsonObject().put(role, new JsonArray())))
        .hasMessage(role + " is not a name of a role.");
  }

  @Test
  void theRoleOfOwnersIsFixed() {
    assertThatThrownBy(() -> RolePermissions.with(new JsonObject().put("admin", new JsonArray())))
        .hasMessage("The role admin has all permissions.");
    assertThatThrownBy(() -> RolePermissions.with(new JsonObject().put("support", "orders:*")))
        .hasMessage("The role support needs a list of permissions.");
  }
}
