package dev.tradewind.order.change;

import static dev.tradewind.testing.Futures.await;
import static dev.tradewind.testing.Futures.failure;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.kernel.operation.Problem;
import dev.tradewind.order.Outcome;
import dev.tradewind.order.store.RequestedPart;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Creation of a part once per key, over a look-up in memory. */
class RequestedOnceTest {

  private static final Throwable REFUSED = Problem.notAllowed("refused");

  private final List<String> steps = new ArrayList<>();

  /** Results of the look-ups, one after the other. */
  private final Deque<Future<Optional<RequestedPart>>> found = new ArrayDeque<>();

  private Future<String> creation = Future.succeededFuture("ret_2");
  private Future<String> completion = Future.succeededFuture("ret_2");
  private Future<Void> resumption = Future.succeededFuture();

  @Test
  void aNewPartIsCompleted() {
    find(Optional.empty());

    assertThat(await(run())).isEqualTo("ret_2");
    assertThat(steps).containsExactly("find order_1 key_1", "create", "complete ret_2");
  }

  @Test
  void anEarlierPartIsResumed() {
    find(Optional.of(new RequestedPart("ret_1", "hash_1")));

    assertThat(await(run())).isEqualTo("ret_1");
    assertThat(steps).containsExactly("find order_1 key_1", "resume ret_1");
  }

  @Test
  void theFailureOfAResumptionIsThatOfTheRequest() {
    find(Optional.of(new RequestedPart("ret_1", "hash_1")));
    resumption = Future.failedFuture(REFUSED);

    assertThat(failure(run())).isSameAs(REFUSED);
    assertThat(steps).containsExactly("find order_1 key_1", "resume ret_1");
  }

  @Test
  void anotherBodyUnderTheKeyIsRefused() {
    find(Optional.of(new RequestedPart("ret_1", "hash_2")));

    assertRefusedAsDuplicate(failure(run()));
    assertThat(steps).containsExactly("find order_1 key_1");
  }

  @Test
  void aFailedCreationResumesTheConcurrentPart() {
    find(Optional.empty());
    find(Optional.of(new RequestedPart("ret_1", "hash_1")));
    creation = Future.failedFuture(REFUSED);

    assertThat(await(run())).isEqualTo("ret_1");
    assertThat(steps)
        .containsExactly("find order_1 key_1", "create", "find order_1 key_1", "resume ret_1");
  }

  @Test
  void aFailedCreationIsRefusedIfTheConcurrentPartHasAnotherBody() {
    find(Optional.empty());
    find(Optional.of(new RequestedPart("ret_1", "hash_2")));
    creation = Future.failedFuture(REFUSED);

    assertRefusedAsDuplicate(failure(run()));
    assertThat(steps).containsExactly("find order_1 key_1", "create", "find order_1 key_1");
  }

  @Test
  void aCreationThatFailsAloneFailsTheRequest() {
    find(Optional.empty());
    find(Optional.empty());
    creation = Future.failedFuture(REFUSED);

    assertThat(failure(run())).isSameAs(REFUSED);
    assertThat(steps).containsExactly("find order_1 key_1", "create", "find order_1 key_1");
  }

  @Test
  void aFailedCompletionIsNotResumed() {
    find(Optional.empty());
    completion = Future.failedFuture(REFUSED);

    assertThat(failure(run())).isSameAs(REFUSED);
    assertThat(steps).containsExactly("find order_1 key_1", "create", "complete ret_2");
  }

  @Test
  void nothingIsCreatedIfTheLookUpFails() {
    found.add(Future.failedFuture(REFUSED));

    assertThat(failure(run())).isSameAs(REFUSED);
    assertThat(steps).containsExactly("find order_1 key_1");
  }

  private static void assertRefusedAsDuplicate(Throwable failure) {
    assertThat(failure).isInstanceOf(Problem.class);
    Problem problem = ((Problem) failure);
    assertThat(problem.status()).isEqualTo(422);
    assertThat(problem.type()).isEqualTo("duplicate_error");
  }

  private void find(Optional<RequestedPart> part) {
    found.add(Future.succeededFuture(part));
  }

  private Future<String> run() {
    return new RequestedOnce(
            Unused.of(SqlClient.class),
            (db, orderId, key) -> {
              steps.add("find " + orderId + " " + key);
              return found.remove();
            })
        .run(
            Outcome.REQUEST,
            () -> {
              steps.add("create");
              return creation;
            },
            id -> {
              steps.add("complete " + id);
              return completion;
            },
            id -> {
              steps.add("resume " + id);
              return resumption;
            });
  }
}
