package dev.tradewind.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tradewind.api.customer.CustomerClient;
import dev.tradewind.api.customer.CustomerOperation;
import dev.tradewind.api.customer.RolePermissions;
import dev.tradewind.gateway.config.GatewayConfig;
import dev.tradewind.gateway.config.ServerSecurity;
import dev.tradewind.gateway.contract.AccessPolicy;
import dev.tradewind.gateway.contract.Contract;
import dev.tradewind.gateway.contract.Operation;
import dev.tradewind.kernel.operation.OperationClient;
import dev.tradewind.kernel.operation.Operations;
import dev.tradewind.kernel.operation.Reply;
import dev.tradewind.kernel.operation.Request;
import dev.tradewind.kernel.text.Sha256;
import io.vertx.core.Future;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Permitted operations of each role, of limited API tokens, and without a second factor. */
class RolesIT {

  private static final RolePermissions PERMISSIONS =
      RolePermissions.with(
          new JsonObject()
              .put("support", new JsonArray().add("orders:read").add("orders:refund"))
              .put("auditor", new JsonArray().add("*:read")));
  private static final List<String> ROLES =
      List.of("admin", "member", "developer", "support", "auditor", "unknown");

  /** Names of tokens that may read one kind of resource. */
  private static final List<String> KINDS =
      List.of("customers", "customer-groups", "order-edits", "draft-orders");

  private static final List<Operation> OPERATIONS =
      Contract.load().operations().stream()
          .filter(operation -> operation.access() == AccessPolicy.ADMIN)
          .toList();

  private static RunningGateway strict;
  private static RunningGateway lenient;
  private static RunningGateway withSecondFactor;

  @BeforeAll
  static void start() {
    GatewayConfig config = GatewayConfig.of("127.0.0.1", 0);
    strict =
        gateway(
            config
                .withEnforcesRoles(true)
                .withSecurity(ServerSecurity.DEVELOPMENT.withRoles(PERMISSIONS)));
    lenient = gateway(config);
    withSecondFactor =
        gateway(config.withSecurity(ServerSecurity.DEVELOPMENT.withRequiresSecondFactor(true)));
  }

  @AfterAll
  static void stop() {
    strict.close();
    lenient.close();
    withSecondFactor.close();
  }

  private static RunningGateway gateway(GatewayConfig config) {
    RunningGateway gateway = new RunningGateway(config);
    gateway.serve(
        OperationClient.internalAddress(CustomerClient.ADDRESS),
        new Operations().on(CustomerOperation.AUTHENTICATE, RolesIT::authenticate));
    return gateway;
  }

  /**
   * The API token of each user is the name of the role; {@code limited} is an admin's token for
   * orders only. The sessions {@code one} and {@code two} have passed that many factors.
   */
  private static Future<Reply> authenticate(Request request) {
    JsonArray tokens = request.input().getJsonArray("api_token_hashes", new JsonArray());
    String session = request.input().getString("session", "");
    JsonObject user = new JsonObject().put("id", "usr_1").put("how", "API_TOKEN");
    for (String role : ROLES) {
      if (tokens.contains(Sha256.of(role))) {
        return Future.succeededFuture(Reply.ok("user", user.put("role", role)));
      }
    }
    for (String kind : KINDS) {
      if (tokens.contains(Sha256.of(kind))) {
        user.put("role", "admin").put("permissions", new JsonArray().add(kind + ":read"));
        return Future.succeededFuture(Reply.ok("user", user));
      }
    }
    if (tokens.contains(Sha256.of("limited"))) {
      user.put("role", "admin").put("permissions", new JsonArray().add("orders:*"));
      return Future.succeededFuture(Reply.ok("user", user));
    }
    if (session.equals(Sha256.of("one"))) {
      user.put("role", "admin").put("how", "SESSION");
      return Future.succeededFuture(Reply.ok("user", user));
    }
    if (session.equals(Sha256.of("two"))) {
      user.put("role", "admin").put("how", "SESSION").put("has_second_factor", true);
      return Future.succeededFuture(Reply.ok("user", user));
    }
    return Future.succeededFuture(Reply.ok(new JsonObject()));
  }

  @Test
  void everyOperationForUsersHasAPermission() {
    assertThat(OPERATIONS)
        .allSatisfy(operation ->
            assertThat(operation.permission()).matches("[a-z][a-z-]*:(read|write|refund)"));
  }

  @Test
  void onlyAdminsManageUsersInvitesAppsAndStoreSettings() {
    for (String role : List.of("member", "developer")) {
      assertThat(refused(role))
          .contains(
              "adminListUsers",
              "adminGetUser",
              "adminCreateUser",
              "adminUpdateUser",
              "adminDeleteUser",
              "adminSetRoleOfUser",
              "adminEndLoginsOfUser",
              "adminRemoveSecondFactorOfUser",
              "adminListInvites",
              "adminCreateInvite",
              "adminResendInvite",
              "adminDeleteInvite",
              "adminListApps",
              "adminGenerateAppToken",
              "adminStore",
              "adminUpdateStoreCurrency",
              "adminDeleteStoreCurrency",
              "adminUpdateCurrency",
              "adminCreateGiftCard",
              "adminRefundOrder");
    }
  }

  @Test
  void aMemberWorksWithOrdersAndCustomersButExportsNothing() {
    assertThat(refused("member"))
        .contains("adminCreateBatchJob", "adminUpdateRegion", "adminUpdateTaxRate")
        .doesNotContain(
            "adminListOrders",
            "adminCaptureOrder",
            "adminFulfillmentOrder",
            "adminListCustomers",
            "adminUpdateCustomer",
            "adminUpdateProduct",
            "adminGetStore");
  }

  @Test
  void aDeveloperSeesNeitherOrdersNorCustomers() {
    assertThat(refused("developer"))
        .contains(
            "adminListOrders",
            "adminGetOrder",
            "adminListDraftOrders",
            "adminListCustomers",
            "adminGetCustomer",
            "adminListReturns",
            "adminListNotes",
            "adminListGiftCards",
            "adminListReservations")
        .doesNotContain("adminUpdateRegion", "adminCreateBatchJob", "adminUpdateProduct");
  }

  @Test
  void anUnknownRoleManagesTheOwnAccountOnly() {
    assertThat(OPERATIONS)
        .filteredOn(operation -> PERMISSIONS.allow("unknown", operation.permission()))
        .allSatisfy(operation -> assertThat(operation.permission()).startsWith("own:"))
        .extracting(Operation::id)
        .contains("adminGetCurrentUser", "adminLogOut", "adminListLogins");
  }

  private static List<String> refused(String role) {
    return OPERATIONS.stream()
        .filter(operation -> !PERMISSIONS.allow(role, operation.permission()))
        .map(Operation::id)
        .toList();
  }

  static Stream<Operation> operations() {
    return OPERATIONS.stream();
  }

  @ParameterizedTest
  @MethodSource("operations")
  void anOperationPermitsTheRolesThatHaveItsPermission(Operation operation) {
    for (String role : ROLES) {
      Http.Answer answer = send(strict, operation, "Authorization: Bearer " + role);
      if (PERMISSIONS.allow(role, operation.permission())) {
        assertThat(answer.status()).as(role).isNotIn(401, 403);
      } else {
        assertThat(answer.status()).as(role).isEqualTo(403);
        assertThat(answer.json().getString("type")).isEqualTo("not_allowed");
      }
    }
  }

  @ParameterizedTest
  @MethodSource("operations")
  void withoutRoleEnforcementUsersMayCallEveryOperation(Operation operation) {
    for (String role : ROLES) {
      assertThat(send(lenient, operation, "Authorization: Bearer " + role).status())
          .isNotIn(401, 403);
    }
  }

  @ParameterizedTest
  @MethodSource("operations")
  void aLimitedTokenHasItsPermissionsOnlyWithAndWithoutRoles(Operation operation) {
    boolean isCovered = operation.permission().startsWith("orders:");
    for (RunningGateway gateway : List.of(strict, lenient)) {
      int status = send(gateway, operation, "x-medusa-access-token: limited").status();
      if (isCovered) {
        assertThat(status).isNotIn(401, 403);
      } else {
        assertThat(status).isEqualTo(403);
      }
    }
  }

  @ParameterizedTest
  @MethodSource("operations")
  void whereASecondFactorIsRequiredAUserWithoutOneMayOnlyEnrollOne(Operation operation) {
    Http.Answer one = send(withSecondFactor, operation, "Cookie: connect.sid=one");
    if (List.of(
            "adminGetCurrentUser",
            "adminLogOut",
            "adminGetSecondFactor",
            "adminEnrollSecondFactor",
            "adminConfirmSecondFactor")
        .contains(operation.id())) {
      assertThat(one.status()).isNotIn(401, 403);
    } else {
      assertThat(one.status()).isEqualTo(403);
      assertThat(one.json().getString("code")).isEqualTo("second_factor_required");
    }
    assertThat(send(withSecondFactor, operation, "Cookie: connect.sid=two").status())
        .isNotIn(401, 403);
    assertThat(send(withSecondFactor, operation, "x-medusa-access-token: admin").status())
        .isNotIn(401, 403);
  }

  @ParameterizedTest
  @CsvSource({
    "developer, /admin/price-lists?expand=customer_groups.customers, 403",
    "developer, /admin/price-lists?expand=prices, 503",
    "developer, /admin/products?fields=title&expand=variants, 503",
    "developer, /admin/regions?order=-orders.email, 403",
    "member, /admin/price-lists?expand=customer_groups.customers, 503",
    "support, /admin/orders?expand=customer, 503",
    "limited, /admin/orders?expand=customer, 503",
    "limited, /admin/orders?expand=customer.groups, 403",
    "limited, /admin/orders?fields=draft_order.cart, 403",
    "customers, /admin/customers?expand=orders, 403",
    "customers, /admin/customers/x?expand=orders.payments, 403",
    "customers, /admin/customers/x?expand=shipping_addresses.customer, 503",
    "order-edits, /admin/order-edits?expand=items.order, 403",
    "order-edits, /admin/order-edits?expand=items.variant, 503",
    "customer-groups, /admin/customer-groups/x/customers, 403",
    "customer-groups, /admin/customer-groups?expand=customers, 403",
    "draft-orders, /admin/draft-orders?expand=order, 403",
    "draft-orders, /admin/draft-orders?expand=order.items, 403",
    "draft-orders, /admin/draft-orders?expand=cart.items, 503",
    "admin, /admin/price-lists?expand=customer_groups.customers, 503"
  })
  void aRelationIsNoWayAroundAPermission(String token, String target, int status) {
    Http.Answer answer =
        strict.http.send(
            "GET " + target + " HTTP/1.1", "x-medusa-access-token: " + token + "\r\n", "");

    assertThat(answer.status()).as(answer.body()).isEqualTo(status);
  }

  /** A relation that a caller may not name is not shown without being named either. */
  @ParameterizedTest
  @CsvSource({
    "customers, /admin/customers/x, 'billing_address.country,shipping_addresses.country'",
    "customers, /admin/customers/x?fields=email, null",
    "member, /admin/customers/x, null"
  })
  void aRelationOfTheResponseNeedsItsPermission(String token, String target, String expand) {
    AtomicReference<String> asked = new AtomicReference<>();
    try (RunningGateway gateway =
        gateway(
            GatewayConfig.of("127.0.0.1", 0)
                .withEnforcesRoles(true)
                .withSecurity(ServerSecurity.DEVELOPMENT.withRoles(PERMISSIONS)))) {
      gateway.serve(
          CustomerClient.ADDRESS,
          new Operations()
              .on(
                  "adminGetCustomer",
                  request -> {
                    asked.set(String.valueOf(request.query().getString("expand")));
                    return Future.succeededFuture(Reply.ok(new JsonObject()));
                  }));
      gateway.http.send(
          "GET " + target + " HTTP/1.1", "x-medusa-access-token: " + token + "\r\n", "");
    }

    assertThat(asked.get()).isEqualTo(expand);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{\"admin\": []} | has all",
        "{\"Support\": []} | not a name",
        "{\"support\": \"orders:read\"} | needs a list",
        "{\"support\": [\"orders\"]} | not a permission"
      })
  void aMalformedRoleIsRefused(String roles, String message) {
    assertThatThrownBy(() -> RolePermissions.with(new JsonObject(roles)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(message);
  }

  /** No verticle serves behind the gateway: a permitted request is unavailable, or not valid. */
  private static Http.Answer send(RunningGateway gateway, Operation operation, String credential) {
    String path = operation.path().replaceAll("\\{[^}]+}", "x");
    return gateway.http.send(
        operation.method() + " " + path + " HTTP/1.1", credential + "\r\n", "");
  }
}
