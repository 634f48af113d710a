package dev.tradewind.providers.hook;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tradewind.kernel.operation.CallContext;
import dev.tradewind.kernel.operation.Problem;
import dev.tradewind.spi.hook.CompletionQuestion;
import dev.tradewind.spi.hook.Hook;
import dev.tradewind.spi.hook.HookCart;
import dev.tradewind.spi.hook.HookPoint;
import dev.tradewind.spi.hook.HookPolicy;
import dev.tradewind.spi.hook.PermissionAnswer;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonObject;
import io.vertx.junit5.VertxExtension;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletionException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(VertxExtension.class)
class HooksTest {

  private static final HookPolicy PATIENT = HookPolicy.DEFAULT.within(HookPolicy.MAX_DEADLINE);
  private static final HookPolicy HURRIED = HookPolicy.DEFAULT.within(Duration.ofMillis(50));

  private static final CompletionQuestion QUESTION =
      new CompletionQuestion(
          new HookCart(
              "cart_1",
              "default",
              "reg_1",
              "eur",
              null,
              null,
              false,
              "ada@example.com",
              null,
              null,
              List.of(),
              List.of(),
              new JsonObject(),
              new JsonObject()),
          1_000,
          "manual",
          false);

  private static Hook<CompletionQuestion, PermissionAnswer> hook(
      String name,
      HookPolicy policy,
      Hook.Decision<CompletionQuestion, PermissionAnswer> decision) {
    return Hook.completingCart(name, policy, decision);
  }

  private static Hooks hooks(Vertx vertx, Hook<?, ?>... all) {
    return Hooks.of(List.of(all), vertx, new SimpleMeterRegistry(), Clock.systemUTC());
  }

  private static Hooks.Permission ask(Hooks hooks) {
    return ask(hooks, QUESTION);
  }

  private static Hooks.Permission ask(Hooks hooks, CompletionQuestion question) {
    CallContext context = CallContext.system(Clock.systemUTC(), Duration.ofMinutes(1));
    return hooks
        .permit(HookPoint.COMPLETE_CART, context, () -> question)
        .toCompletionStage()
        .toCompletableFuture()
        .join();
  }

  private static Throwable refusal(Hooks hooks) {
    AtomicReference<Throwable> cause = new AtomicReference<>();
    assertThatThrownBy(() -> ask(hooks))
        .isInstanceOf(CompletionException.class)
        .satisfies(thrown -> cause.set(thrown.getCause()));
    return cause.get();
  }

  private static List<String> outcomes(Hooks.Permission permission) {
    return permission.decisions().stream().map(each -> each.getString("outcome")).toList();
  }

  @Test
  void withoutHooksNothingIsAsked(Vertx vertx) {
    assertThat(hooks(vertx).areAsked(HookPoint.COMPLETE_CART)).isFalse();
    assertThat(ask(Hooks.NONE).metadata()).isEmpty();
  }

  @Test
  void answersApplyInTheOrderOfTheHooks(Vertx vertx) {
    Promise<PermissionAnswer> later = Promise.promise();
    Hooks hooks =
        hooks(
            vertx,
            hook("first", PATIENT, (question, deadline) -> later.future()),
            hook(
                "second",
                PATIENT,
                (question, deadline) -> {
                  later.complete(
                      PermissionAnswer.permitted(
                          new JsonObject().put("risk", "low").put("by", "first")));
                  return Future.succeededFuture(
                      PermissionAnswer.permitted(new JsonObject().put("by", "second")));
                }));

    Hooks.Permission permission = ask(hooks);

    assertThat(permission.metadata().getMap())
        .containsEntry("risk", "low")
        .containsEntry("by", "second");
    assertThat(permission.decisions())
        .extracting(each -> each.getString("hook"))
        .containsExactly("first", "second");
    assertThat(outcomes(permission)).containsExactly("answered", "answered");
    assertThat(permission.decisions())
        .extracting(each -> each.getJsonObject("answer").encode())
        .containsExactly(
            "{\"metadata\":{\"risk\":\"low\",\"by\":\"first\"}}",
            "{\"metadata\":{\"by\":\"second\"}}");
  }

  @Test
  void theFirstRefusalIsTheProblem(Vertx vertx) {
    Hooks hooks =
        hooks(
            vertx,
            hook(
                "quiet",
                PATIENT,
                (q, deadline) -> Future.succeededFuture(PermissionAnswer.PERMITTED)),
            hook(
                "limit",
                PATIENT,
                (q, deadline) -> Future.succeededFuture(PermissionAnswer.refused("Too much."))),
            hook(
                "other",
                PATIENT,
                (q, deadline) -> Future.succeededFuture(PermissionAnswer.refused("No."))));

    Throwable refusal = refusal(hooks);

    assertThat(refusal).hasMessage("Too much.");
    assertThat(((Problem) refusal).status()).isEqualTo(400);
  }

  @Test
  void aHookThatDoesNotAnswerIsLeftOutAndNotWaitedForAgain(Vertx vertx) {
    AtomicInteger asked = new AtomicInteger();
    Hooks hooks =
        hooks(
            vertx,
            hook(
                "dead",
                HURRIED,
                (question, deadline) -> {
                  asked.incrementAndGet();
                  return Promise.<PermissionAnswer>promise().future();
                }));

    assertThat(outcomes(ask(hooks))).containsExactly("failed");
    assertThat(hooks.broken()).containsExactly("dead");
    int before = asked.get();
    for (int time = 0; time < 20; time++) {
      assertThat(outcomes(ask(hooks))).containsExactly("skipped");
    }
    assertThat(asked.get() - before)
        .as("asked again in the background alone")
        .isLessThanOrEqualTo(1);
  }

  @Test
  void aHookThatAnswersAgainIsAskedAgain(Vertx vertx) {
    AtomicInteger failures = new AtomicInteger(2);
    Promise<Void> healed = Promise.promise();
    Hooks hooks =
        hooks(
            vertx,
            hook(
                "shaky",
                PATIENT,
                (question, deadline) -> {
                  if (failures.getAndDecrement() > 0) {
                    throw new IllegalStateException("not yet");
                  }
                  healed.tryComplete();
                  return Future.succeededFuture(PermissionAnswer.PERMITTED);
                }));

    assertThat(outcomes(ask(hooks))).containsExactly("failed");
    healed.future().toCompletionStage().toCompletableFuture().join();
    while (!hooks.broken().isEmpty()) {
      Thread.onSpinWait();
    }

    assertThat(outcomes(ask(hooks))).containsExactly("answered");
  }

  @Test
  void aQuestionThatAHookCannotAnswerDoesNotLeaveItOutForTheOthers(Vertx vertx) {
    Hooks hooks =
        hooks(
            vertx,
            hook(
                "picky",
                PATIENT,
                (question, deadline) ->
                    question.total() == QUESTION.total()
                        ? Future.succeededFuture(PermissionAnswer.PERMITTED)
                        : Future.failedFuture("no answer to this one")));

    assertThat(outcomes(ask(hooks, new CompletionQuestion(QUESTION.cart(), 13, null, false))))
        .containsExactly("failed");
    assertThat(outcomes(ask(hooks))).containsExactly("skipped");
    while (!hooks.broken().isEmpty()) {
      Thread.onSpinWait();
    }

    assertThat(outcomes(ask(hooks))).containsExactly("answered");
  }

  @Test
  void withoutTheAnswerOfARequiredHookTheShopRefuses(Vertx vertx) {
    Hooks hooks =
        hooks(
            vertx,
            hook("fraud", PATIENT.required(), (question, deadline) -> Future.failedFuture("down")));

    Throwable refusal = refusal(hooks);

    assertThat(((Problem) refusal).status()).isEqualTo(503);
    assertThat(refusal).hasMessageContaining("fraud");
  }

  @Test
  void aHookAnswersOnlySoManyQuestionsAtOnce(Vertx vertx) {
    Promise<PermissionAnswer> slow = Promise.promise();
    Hooks hooks =
        hooks(
            vertx,
            hook(
                "slow",
                new HookPolicy(HookPolicy.MAX_DEADLINE, false, 1),
                (question, deadline) -> slow.future()));
    CallContext context = CallContext.system(Clock.systemUTC(), Duration.ofMinutes(1));
    Future<Hooks.Permission> first = hooks.permit(HookPoint.COMPLETE_CART, context, () -> QUESTION);

    assertThat(outcomes(ask(hooks))).containsExactly("skipped");
    slow.complete(PermissionAnswer.PERMITTED);

    assertThat(outcomes(first.toCompletionStage().toCompletableFuture().join()))
        .containsExactly("answered");
    assertThat(outcomes(ask(hooks))).containsExactly("answered");
  }

  @Test
  void anAnswerThatIsTooLongIsNone(Vertx vertx) {
    Hooks hooks =
        hooks(
            vertx,
            hook(
                "chatty",
                PATIENT,
                (question, deadline) ->
                    Future.succeededFuture(
                        PermissionAnswer.permitted(
                            new JsonObject().put("essay", "x".repeat(70_000))))));

    Hooks.Permission permission = ask(hooks);

    assertThat(outcomes(permission)).containsExactly("failed");
    assertThat(permission.metadata()).isEmpty();
  }

  @Test
  void twoHooksCannotHaveOneName(Vertx vertx) {
    Hook<?, ?> hook =
        hook(
            "same",
            PATIENT,
            (question, deadline) -> Future.succeededFuture(PermissionAnswer.PERMITTED));

    assertThatThrownBy(() -> hooks(vertx, hook, hook)).hasMessageContaining("same");
  }
}
