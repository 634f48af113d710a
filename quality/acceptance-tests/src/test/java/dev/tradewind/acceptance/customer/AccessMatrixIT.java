package dev.tradewind.acceptance.customer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.acceptance.Answer;
import dev.tradewind.acceptance.Caller;
import dev.tradewind.acceptance.Shop;
import dev.tradewind.acceptance.Storefront;
import dev.tradewind.acceptance.TestIdentities;
import dev.tradewind.api.customer.RolePermissions;
import dev.tradewind.gateway.contract.AccessPolicy;
import dev.tradewind.gateway.contract.Contract;
import dev.tradewind.gateway.contract.Operation;
import dev.tradewind.kernel.text.Ids;
import io.vertx.core.http.HttpMethod;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Authorization of every operation of the contract, for every kind of caller: a caller without
 * access gets the refusal and nothing else, whatever the request contains; a caller with access
 * gets any other status.
 */
class AccessMatrixIT {

  private static final List<String> ROLES = List.of("admin", "member", "developer");
  private static final Map<String, String> TOKEN_OF =
      ROLES.stream().collect(Collectors.toMap(role -> role, role -> role + "-" + Ids.ulid()));

  private static Shop shop;
  private static TestIdentities identities;
  private static Storefront enforcing;

  @BeforeAll
  static void open() {
    shop = Shop.shared();
    identities = new TestIdentities(shop);
    enforcing = shop.enforcingRoles();
    for (String role : ROLES) {
      String email = role + "-" + Ids.ulid().toLowerCase(Locale.ROOT) + "@example.com";
      shop.newUser(email, "open sesame", TOKEN_OF.get(role));
      shop.setRole(email, role);
    }
  }

  static Stream<Arguments> operationsAndCallers() {
    return Contract.load().operations().stream()
        .flatMap(operation ->
            Arrays.stream(Caller.values())
                .map(caller -> Arguments.of(operation.id(), caller, operation)));
  }

  @ParameterizedTest(name = "{0} by {1}")
  @MethodSource("operationsAndCallers")
  void onlyCallersNamedByTheContractMayCallAnOperation(
      String operationId, Caller caller, Operation operation) {
    Answer answer =
        shop.storefront()
            .send(
                operation.method().name(),
                operation.path().replaceAll("\\{[^}]+}", "unknown-id"),
                operation.method().equals(HttpMethod.GET) ? null : "{\"nonsense\":1}",
                identities.headers(caller));

    if (operation.managesSession()) {
      identities.forgetLogins();
    }
    if (mayCall(caller, operation.access())) {
      assertThat(answer.status()).as(answer.text()).isNotIn(401, 403, 429).isLessThan(500);
    } else {
      assertThat(answer.status()).as(answer.text()).isEqualTo(401);
      assertThat(answer.body().getString("type")).isEqualTo("unauthorized");
    }
  }

  private static boolean mayCall(Caller caller, AccessPolicy access) {
    return switch (access) {
      case NONE, OPTIONAL -> true;
      case CUSTOMER -> caller.isCustomer();
      case ADMIN -> caller.isUser();
    };
  }

  static Stream<Arguments> operationsAndRoles() {
    return Contract.load().operations().stream()
        .filter(operation -> operation.access() == AccessPolicy.ADMIN)
        .flatMap(
            operation -> ROLES.stream().map(role -> Arguments.of(operation.id(), role, operation)));
  }

  @ParameterizedTest(name = "{0} by {1}")
  @MethodSource("operationsAndRoles")
  void whereRolesAreEnforcedAnOperationNeedsItsPermission(
      String operationId, String role, Operation operation) {
    Answer answer =
        enforcing.send(
            operation.method().name(),
            operation.path().replaceAll("\\{[^}]+}", "unknown-id"),
            operation.method().equals(HttpMethod.GET) ? null : "{\"nonsense\":1}",
            "x-medusa-access-token",
            TOKEN_OF.get(role));

    if (RolePermissions.BUILT_IN.allow(role, operation.permission())) {
      assertThat(answer.status()).as(answer.text()).isNotIn(401, 403, 429).isLessThan(500);
    } else {
      assertThat(answer.status()).as(answer.text()).isEqualTo(403);
    }
  }
}
