package dev.tradewind.acceptance.customer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.acceptance.Shop;
import dev.tradewind.api.batch.FileOperation;
import dev.tradewind.api.cart.CartOperation;
import dev.tradewind.api.catalog.BulkOperation;
import dev.tradewind.api.catalog.CatalogOperation;
import dev.tradewind.api.customer.CustomerOperation;
import dev.tradewind.api.discount.DiscountOperation;
import dev.tradewind.api.order.OrderOperation;
import dev.tradewind.api.webhook.WebhookOperation;
import dev.tradewind.gateway.contract.Contract;
import dev.tradewind.gateway.contract.Operation;
import dev.tradewind.kernel.operation.InternalOperation;
import dev.tradewind.kernel.verticle.DomainVerticle;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Agreement of contract, clients and operation tables: every operation has an owner, and no
 * internal operation is public.
 */
class BindingIT {

  private static final List<InternalOperation> INTERNAL_OPERATIONS =
      Stream.<InternalOperation[]>of(
              BulkOperation.values(),
              CartOperation.values(),
              CatalogOperation.values(),
              CustomerOperation.values(),
              DiscountOperation.values(),
              FileOperation.values(),
              OrderOperation.values(),
              WebhookOperation.values())
          .flatMap(Stream::of)
          .toList();

  private final Contract contract = Contract.load();

  @Test
  void everyVerticleServesItsOperationsOfTheContract() {
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
  void everyVerticleServesExactlyTheInternalOperationsOfItsClients() {
    Map<String, Set<String>> named =
        INTERNAL_OPERATIONS.stream()
            .collect(
                Collectors.groupingBy(
                    InternalOperation::address,
                    Collectors.mapping(InternalOperation::id, Collectors.toSet())));

    assertThat(Shop.shared().verticles())
        .extracting(DomainVerticle::address)
        .containsExactlyInAnyOrderElementsOf(named.keySet());
    for (DomainVerticle verticle : Shop.shared().verticles()) {
      assertThat(verticle.internalOperationIds())
          .as(verticle.address())
          .isEqualTo(named.get(verticle.address()));
    }
  }

  @Test
  void internalOperationsAreNotInTheContract() {
    Set<String> published =
        contract.operations().stream().map(Operation::id).collect(Collectors.toSet());

    for (DomainVerticle verticle : Shop.shared().verticles()) {
      assertThat(verticle.internalOperationIds())
          .as(verticle.address())
          .doesNotContainAnyElementsOf(published);
    }
  }
}
