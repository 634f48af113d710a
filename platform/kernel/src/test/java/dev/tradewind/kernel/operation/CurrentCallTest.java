package dev.tradewind.kernel.operation;

import static dev.tradewind.testing.Futures.await;
import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.DeploymentOptions;
import io.vertx.core.Future;
import io.vertx.core.VerticleBase;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.junit5.VertxExtension;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(VertxExtension.class)
class CurrentCallTest {

  private static final Clock CLOCK = Clock.systemUTC();

  /** Requests that wait for one another on one event loop. */
  @Test
  void aRequestSeesItsOwnCallBeforeAndAfterWaiting(Vertx vertx) {
    Operations operations =
        new Operations()
            .on(
                "wait",
                request -> {
                  String before = currentCommand();
                  return vertx
                      .timer(20)
                      .compose(waited -> vertx.executeBlocking(CurrentCallTest::currentCommand))
                      .map(blocking ->
                          Reply.text(200, before + " " + blocking + " " + currentCommand()));
                });
    await(operations.serve(vertx, "shop", CLOCK));
    OperationClient bus = new OperationClient(vertx, CLOCK);

    List<String> replies =
        await(
            Future.all(
                    IntStream.range(0, 20)
                        .mapToObj(number ->
                            bus.send("shop", "wait", call("c" + number), Buffer.buffer("{}"))
                                .map(reply -> reply.body().toString()))
                        .toList())
                .map(all -> all.list()));

    assertThat(replies)
        .containsExactlyElementsOf(
            IntStream.range(0, 20).mapToObj("c%1$d c%1$d c%1$d"::formatted).toList());
    assertThat(CurrentCall.get()).isNull();
  }

  /** Its context outlives the call. */
  @Test
  void theContextOfAVerticleTakesNoCall(Vertx vertx) {
    CurrentCall of =
        await(
            Future.future(promise ->
                vertx
                    .deployVerticle(
                        () ->
                            new VerticleBase() {
                              @Override
                              public Future<?> start() {
                                CurrentCall.begin("greet", call("c"));
                                promise.complete(CurrentCall.get());
                                return Future.succeededFuture();
                              }
                            },
                        new DeploymentOptions())
                    .onFailure(promise::tryFail)));

    assertThat(of).isNull();
  }

  @Test
  void workWithoutTheCallHasNone(Vertx vertx) {
    Operations operations =
        new Operations()
            .on(
                "wake",
                request ->
                    CurrentCall.withoutCall(
                            () -> vertx.timer(1).map(waited -> CurrentCall.get() == null))
                        .map(isWithout ->
                            Reply.text(200, isWithout + " without, back in " + currentCommand())));
    await(operations.serve(vertx, "shop", CLOCK));

    assertThat(
            await(
                    new OperationClient(vertx, CLOCK)
                        .send("shop", "wake", call("c1"), Buffer.buffer("{}")))
                .body()
                .toString())
        .isEqualTo("true without, back in c1");
  }

  @Test
  void theFieldsNameCallerAndTraceWithoutPersonalData() {
    CallContext call =
        new CallContext(
                "c",
                CLOCK.instant(),
                "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01",
                new Principal(Principal.Kind.USER, "usr_1", Principal.Credential.JWT))
            .from("192.0.2.1");

    assertThat(new CurrentCall("greet", call).logFields())
        .isEqualTo(
            Map.of(
                "operation", "greet",
                "request", "c",
                "trace_id", "4bf92f3577b34da6a3ce929d0e0e4736",
                "actor", "user",
                "actor_id", "usr_1"));
    assertThat(new CurrentCall(null, call("c")).logFields())
        .containsEntry("actor", "anonymous")
        .containsEntry("trace_id", Traceparent.of(null, "c").substring(3, 35))
        .doesNotContainKeys("operation", "actor_id");
  }

  private static String currentCommand() {
    return Objects.requireNonNull(CurrentCall.get()).context().commandId();
  }

  private static CallContext call(String command) {
    return new CallContext(
        command, CLOCK.instant().plus(Duration.ofSeconds(30)), null, Principal.ANONYMOUS);
  }
}
