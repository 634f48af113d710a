package dev.tradewind.order.change;

import static dev.tradewind.testing.Futures.await;
import static dev.tradewind.testing.Futures.failure;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.order.MugOrder;
import dev.tradewind.order.Outcome;
import dev.tradewind.order.model.Order;
import dev.tradewind.order.model.OrderMutation;
import dev.tradewind.order.model.OrderStatus;
import dev.tradewind.order.store.OrderStore;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.SqlConnection;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Order of the writes of a change, which need no database here. */
class OrderUnitOfWorkTest {

  private final List<String> steps = new ArrayList<>();
  private final OrderUnitOfWork work = new OrderUnitOfWork(Unused.of(Pool.class), new OrderStore());
  private final Order order = MugOrder.paid(0).in(OrderStatus.CANCELED).build();
  private final OrderTransaction tx =
      new OrderTransaction(Unused.of(SqlConnection.class), Outcome.REQUEST, order);

  @Test
  void writesFollowOneAnother() {
    Promise<Void> first = Promise.promise();

    Future<Void> written =
        work.write(tx, Change.ofOperations(List.of(step("a", first.future()), step("b", done()))));

    assertThat(steps).containsExactly("a");
    first.complete();
    await(written);
    assertThat(steps).containsExactly("a", "b");
  }

  @Test
  void aFailedWriteIsTheLast() {
    Throwable broken = new IllegalStateException("broken");

    assertThat(
            failure(
                work.write(
                    tx,
                    Change.ofParts(
                        List.of(step("a", Future.failedFuture(broken)), step("b", done())),
                        List.of()))))
        .isSameAs(broken);
    assertThat(steps).containsExactly("a");
  }

  @Test
  void anIllegalMutationFailsAfterTheWritesAndIsNotStored() {
    Change<Void> change =
        new Change<>(
            List.of(step("a", done())),
            new OrderMutation.StatusChange(OrderStatus.COMPLETED),
            List.of(),
            null);

    assertThat(failure(work.write(tx, change)))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("order_1");
    assertThat(steps).containsExactly("a");
  }

  @Test
  void nothingIsWrittenWithoutAChange() {
    await(work.write(tx, Change.none()));
    await(work.write(tx, Change.rollback()));

    assertThat(Change.none().isCommitted()).isTrue();
    assertThat(Change.rollback().isCommitted()).isFalse();
    assertThat(Change.rollback().with("result").isCommitted()).isFalse();
    assertThat(Change.none().with("result").result()).isEqualTo("result");
  }

  private Change.Write step(String name, Future<Void> outcome) {
    return given -> {
      assertThat(given).isSameAs(tx);
      steps.add(name);
      return outcome;
    };
  }

  private static Future<Void> done() {
    return Future.succeededFuture();
  }
}
