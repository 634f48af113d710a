package dev.tradewind.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.gateway.contract.AccessPolicy;
import dev.tradewind.gateway.contract.Contract;
import dev.tradewind.gateway.contract.Operation;
import io.vertx.core.http.HttpMethod;
import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Every operation of the contract, called by everybody there is: who may not call it is told so and
 * nothing else, whatever is sent along; who may gets any other answer.
 */
class AccessMatrixIT {

  private static Shop shop;
  private static TestIdentities people;

  @BeforeAll
  static void open() {
    shop = Shop.shared();
    people = new TestIdentities(shop);
  }

  static Stream<Arguments> everybodyAtEveryDoor() {
    return Contract.load().operations().stream()
        .flatMap(operation ->
            Arrays.stream(Caller.values())
                .map(caller -> Arguments.of(operation.id(), caller, operation)));
  }

  @ParameterizedTest(name = "{0} by {1}")
  @MethodSource("everybodyAtEveryDoor")
  void whoMayCallAnOperationIsWhoTheContractNames(
      String operationId, Caller caller, Operation operation) {
    Answer answer =
        shop.storefront()
            .send(
                operation.method().name(),
                operation.path().replaceAll("\\{[^}]+}", "nobody-has-this"),
                operation.method().equals(HttpMethod.GET) ? null : "{\"nonsense\":1}",
                people.headers(caller));

    if (operation.managesSession()) {
      people.forgetSessions();
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
}
