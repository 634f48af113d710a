package dev.tradewind.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.gateway.contract.Contract;
import dev.tradewind.gateway.contract.Operation;
import dev.tradewind.kernel.verticle.DomainVerticle;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** What the contract promises somebody answers, and nothing else can be reached from outside. */
class BindingIT {

  private final Contract contract = Contract.load();

  @Test
  void everyVerticleAnswersTheOperationsThatTheContractGivesIt() {
    for (DomainVerticle verticle : Shop.shared().verticles()) {
      assertThat(verticle.operationIds())
          .as(verticle.address())
          .isEqualTo(contract.operationIds(verticle.address()));
    }
  }

  @Test
  void everyOperationOfTheContractHasAnOwner() {
    Set<String> addresses =
        Shop.shared().verticles().stream().map(DomainVerticle::address).collect(Collectors.toSet());

    assertThat(contract.operations()).extracting(Operation::verticle).isSubsetOf(addresses);
  }

  @Test
  void whatOnlyVerticlesCallIsNotInTheContract() {
    Set<String> published =
        contract.operations().stream().map(Operation::id).collect(Collectors.toSet());

    for (DomainVerticle verticle : Shop.shared().verticles()) {
      assertThat(verticle.internalOperationIds())
          .as(verticle.address())
          .doesNotContainAnyElementsOf(published);
    }
  }
}
