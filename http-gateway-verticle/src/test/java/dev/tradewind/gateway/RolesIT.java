package dev.tradewind.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.api.customer.CustomerClient;
import dev.tradewind.api.customer.CustomerOperation;
import dev.tradewind.gateway.config.GatewayConfig;
import dev.tradewind.gateway.contract.AccessPolicy;
import dev.tradewind.gateway.contract.Contract;
import dev.tradewind.gateway.contract.Operation;
import dev.tradewind.kernel.operation.OperationClient;
import dev.tradewind.kernel.operation.Operations;
import dev.tradewind.kernel.operation.Reply;
import dev.tradewind.kernel.operation.Request;
import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Permitted operations of each role, with and without role enforcement. */
class RolesIT {

  private static final List<String> ROLES = List.of("admin", "member", "developer");
  private static final List<Operation> OPERATIONS =
      Contract.load().operations().stream()
          .filter(operation -> operation.access() == AccessPolicy.ADMIN)
          .toList();

  private static RunningGateway strict;
  private static RunningGateway lenient;

  @BeforeAll
  static void start() {
    strict = gateway(true);
    lenient = gateway(false);
  }

  @AfterAll
  static void stop() {
    strict.close();
    lenient.close();
  }

  private static RunningGateway gateway(boolean enforcesRoles) {
    RunningGateway gateway =
        new RunningGateway(GatewayConfig.of("127.0.0.1", 0).enforcingRoles(enforcesRoles));
    gateway.serve(
        OperationClient.internalAddress(CustomerClient.ADDRESS),
        new Operations().on(CustomerOperation.AUTHENTICATE, RolesIT::authenticate));
    return gateway;
  }

  /** The API token of each user is the name of the role. */
  private static Future<Reply> authenticate(Request request) {
    for (String role : ROLES) {
      if (request.input().getJsonArray("api_token_hashes").contains(hash(role))) {
        return Future.succeededFuture(
            Reply.ok(
                "user",
                new JsonObject().put("id", "usr_1").put("how", "API_TOKEN").put("role", role)));
      }
    }
    return Future.succeededFuture(Reply.ok(new JsonObject()));
  }

  private static String hash(String word) {
    try {
      byte[] bytes = word.getBytes(StandardCharsets.UTF_8);
      return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
    } catch (NoSuchAlgorithmException absent) {
      throw new IllegalStateException(absent);
    }
  }

  @Test
  void onlyAdminsManageUsersInvitesAppsAndStoreSettings() {
    assertThat(OPERATIONS)
        .filteredOn(operation -> !operation.isOpenTo("member"))
        .extracting(Operation::id)
        .containsExactlyInAnyOrder(
            "adminListUsers",
            "adminGetUser",
            "adminCreateUser",
            "adminUpdateUser",
            "adminDeleteUser",
            "adminListInvites",
            "adminCreateInvite",
            "adminResendInvite",
            "adminDeleteInvite",
            "adminListApps",
            "adminGenerateAppToken",
            "adminStore",
            "adminUpdateStoreCurrency",
            "adminDeleteStoreCurrency");
  }

  static Stream<Operation> operations() {
    return OPERATIONS.stream();
  }

  @ParameterizedTest
  @MethodSource("operations")
  void anOperationPermitsItsRequiredRole(Operation operation) {
    for (String role : ROLES) {
      Http.Answer answer = send(strict, operation, role);
      if (operation.isOpenTo(role)) {
        assertThat(answer.status()).isNotIn(401, 403);
      } else {
        assertThat(answer.status()).isEqualTo(403);
        assertThat(answer.json().getString("type")).isEqualTo("not_allowed");
      }
    }
  }

  @ParameterizedTest
  @MethodSource("operations")
  void withoutRoleEnforcementUsersMayCallEveryOperation(Operation operation) {
    for (String role : ROLES) {
      assertThat(send(lenient, operation, role).status()).isNotIn(401, 403);
    }
  }

  /** No verticle serves behind the gateway: a permitted request is unavailable, or not valid. */
  private static Http.Answer send(RunningGateway gateway, Operation operation, String role) {
    String path = operation.path().replaceAll("\\{[^}]+}", "x");
    return gateway.http.send(
        operation.method() + " " + path + " HTTP/1.1",
        "Authorization: Bearer " + role + "\r\n",
        "");
  }
}
