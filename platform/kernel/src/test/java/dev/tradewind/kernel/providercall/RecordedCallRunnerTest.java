package dev.tradewind.kernel.providercall;

import static dev.tradewind.testing.Futures.await;
import static dev.tradewind.testing.Futures.failure;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.kernel.operation.CallContext;
import dev.tradewind.kernel.operation.Problem;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;
import java.lang.reflect.Proxy;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Order and outcome of recorded calls, over a store and a provider in memory. */
class RecordedCallRunnerTest {

  private static final Clock CLOCK = Clock.fixed(Instant.EPOCH, ZoneOffset.UTC);
  private static final CallContext CONTEXT = CallContext.system(CLOCK, Duration.ofSeconds(10));
  private static final Throwable REFUSED = Problem.notAllowed("refused");
  private static final Throwable UNAVAILABLE = Problem.unavailable("down");

  /** Not used by the store in memory. */
  private static final SqlClient DB =
      (SqlClient)
          Proxy.newProxyInstance(
              SqlClient.class.getClassLoader(),
              new Class<?>[] {SqlClient.class},
              (proxy, method, arguments) -> {
                throw new UnsupportedOperationException(method.getName());
              });

  private final List<String> steps = new ArrayList<>();
  private final Map<String, Throwable> failures = new HashMap<>();
  private final Map<String, List<String>> further = new HashMap<>();
  private final List<String> givenUp = new ArrayList<>();
  private final List<String> open = new ArrayList<>();
  private Future<List<String>> leased = Future.succeededFuture(List.of());

  private final RecordedCallStore<String> store =
      new RecordedCallStore<>() {
        @Override
        public Future<List<String>> findOpen(SqlClient db, String subjectId) {
          steps.add("find " + subjectId);
          return Future.succeededFuture(open);
        }

        @Override
        public Future<List<String>> lease(SqlClient db, Instant before) {
          steps.add("lease " + Duration.between(before, CLOCK.instant()));
          return leased;
        }
      };

  private final CallHandler<String, Integer> handler =
      new CallHandler<>() {
        @Override
        public Future<Integer> call(CallContext context, String call) {
          steps.add("call " + call);
          Throwable failure = failures.get(call);
          return failure == null
              ? Future.succeededFuture(call.length())
              : Future.failedFuture(failure);
        }

        @Override
        public Future<List<String>> accepted(CallContext context, String call, Integer answer) {
          assertThat(answer).isEqualTo(call.length());
          steps.add("accepted " + call);
          return Future.succeededFuture(further.getOrDefault(call, List.of()));
        }

        @Override
        public Future<List<String>> refused(CallContext context, String call, Throwable refusal) {
          steps.add("refused " + call);
          List<String> next = further.get(call);
          return next == null ? Future.failedFuture(refusal) : Future.succeededFuture(next);
        }

        @Override
        public Future<List<String>> unanswered(
            CallContext context, String call, Throwable failure) {
          steps.add("unanswered " + call);
          return Future.failedFuture(failure);
        }

        @Override
        public Future<List<String>> giveUp(CallContext context, String call, Throwable failure) {
          assertThat(failure).isEqualTo(failures.get(call));
          steps.add("give up " + call);
          return givenUp.contains(call)
              ? Future.succeededFuture(further.getOrDefault(call, List.of()))
              : Future.failedFuture(failure);
        }
      };

  private final RecordedCallRunner<String> runner =
      new RecordedCallRunner<>(
          DB,
          store,
          new CallProgress(
              () -> steps.add("recorded"),
              () -> steps.add("answered"),
              () -> steps.add("finished"))) {
        @Override
        protected CallHandler<String, ?> handler(String call) {
          return handler;
        }
      };

  @Test
  void anAnswerIsRecordedBeforeFurtherCallsAreRun() {
    further.put("a", List.of("b"));
    further.put("b", List.of("c"));

    await(runner.run(CONTEXT, "a"));

    assertThat(steps)
        .containsExactly(
            "recorded",
            "call a",
            "answered",
            "accepted a",
            "finished",
            "recorded",
            "call b",
            "answered",
            "accepted b",
            "finished",
            "recorded",
            "call c",
            "answered",
            "accepted c",
            "finished");
  }

  @Test
  void aRefusalWithAnotherOutcomeRunsFurtherCalls() {
    failures.put("a", REFUSED);
    further.put("a", List.of("b"));

    await(runner.run(CONTEXT, "a"));

    assertThat(calls()).containsExactly("call a", "refused a", "call b", "accepted b");
  }

  @Test
  void allStopAtTheFirstFailure() {
    failures.put("b", UNAVAILABLE);

    assertThat(failure(runner.runAll(CONTEXT, List.of("a", "b", "c")))).isEqualTo(UNAVAILABLE);
    assertThat(calls()).containsExactly("call a", "accepted a", "call b", "unanswered b");
  }

  @Test
  void aFailedFurtherCallStopsAll() {
    further.put("a", List.of("b"));
    failures.put("b", REFUSED);

    assertThat(failure(runner.runAll(CONTEXT, List.of("a", "c")))).isEqualTo(REFUSED);
    assertThat(calls()).containsExactly("call a", "accepted a", "call b", "refused b");
  }

  @Test
  void eachIsRunAndTheFirstFailureIsThatOfAll() {
    failures.put("a", UNAVAILABLE);
    failures.put("c", REFUSED);

    assertThat(failure(runner.runEach(CONTEXT, List.of("a", "b", "c", "d"))))
        .isEqualTo(UNAVAILABLE);
    assertThat(calls())
        .containsExactly(
            "call a",
            "unanswered a",
            "call b",
            "accepted b",
            "call c",
            "refused c",
            "call d",
            "accepted d");
  }

  @Test
  void eachSucceedsWithoutAFailure() {
    await(runner.runEach(CONTEXT, List.of("a", "b")));
    await(runner.runEach(CONTEXT, List.of()));

    assertThat(calls()).containsExactly("call a", "accepted a", "call b", "accepted b");
  }

  @Test
  void theRefusalOfAnOpenCallIsAnOutcome() {
    open.addAll(List.of("a", "b"));
    failures.put("a", REFUSED);

    await(runner.runOpen(CONTEXT, "order_1"));

    assertThat(calls())
        .containsExactly("find order_1", "call a", "refused a", "call b", "accepted b");
  }

  @Test
  void anOpenCallWithoutAnAnswerFailsTheRequestUnlessItIsGivenUp() {
    open.addAll(List.of("a", "b"));
    failures.put("a", UNAVAILABLE);

    assertThat(failure(runner.runOpen(CONTEXT, "order_1"))).isEqualTo(UNAVAILABLE);
    assertThat(calls()).containsExactly("find order_1", "call a", "unanswered a", "give up a");
  }

  @Test
  void theCallsOfAnOpenCallThatIsGivenUpAreRun() {
    open.addAll(List.of("a", "b"));
    failures.put("a", UNAVAILABLE);
    givenUp.add("a");
    further.put("a", List.of("void"));

    await(runner.runOpen(CONTEXT, "order_1"));

    assertThat(calls())
        .containsExactly(
            "find order_1",
            "call a",
            "unanswered a",
            "give up a",
            "call void",
            "accepted void",
            "call b",
            "accepted b");
  }

  @Test
  void aRepeatedFailureDoesNotStopTheRetriesOfOthers() {
    leased = Future.succeededFuture(List.of("a", "b", "c"));
    failures.put("a", UNAVAILABLE);
    failures.put("b", REFUSED);

    await(retrier().retry(Duration.ofMinutes(1)));

    assertThat(calls())
        .containsExactly(
            "lease PT1M", "call a", "unanswered a", "call b", "refused b", "call c", "accepted c");
  }

  @Test
  void retriesFailIfTheCallsCannotBeLeased() {
    Throwable broken = new IllegalStateException("broken");
    leased = Future.failedFuture(broken);

    assertThat(failure(retrier().retry(Duration.ZERO))).isEqualTo(broken);
    assertThat(calls()).containsExactly("lease PT0S");
  }

  @Test
  void theRetriesAreABackgroundTaskOfTheirName() {
    assertThat(retrier().task().name()).isEqualTo("retry-trial-calls");
  }

  private RecordedCallRetrier<String> retrier() {
    return new RecordedCallRetrier<>("trial-calls", runner, CLOCK);
  }

  /** The steps without the points at which tests crash the node. */
  private List<String> calls() {
    return steps.stream().filter(step -> step.contains(" ")).toList();
  }
}
