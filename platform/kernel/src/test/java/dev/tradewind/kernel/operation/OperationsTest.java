package dev.tradewind.kernel.operation;

import static dev.tradewind.testing.Futures.await;
import static dev.tradewind.testing.Futures.failure;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import dev.tradewind.kernel.text.Ids;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.JsonObject;
import io.vertx.junit5.VertxExtension;
import io.vertx.junit5.VertxTestContext;
import java.time.Clock;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.parallel.Isolated;
import org.slf4j.LoggerFactory;

/** Alone in its JVM, as one of its tests expects no warning in the log. */
@Isolated
@ExtendWith(VertxExtension.class)
class OperationsTest {

  private enum ShopOperation implements InternalOperation {
    REVERSE,
    RAW,
    REFUSE;

    @Override
    public String address() {
      return "shop";
    }
  }

  private static final Clock CLOCK = Clock.systemUTC();

  private Vertx vertx;
  private OperationClient bus;

  @BeforeEach
  void open(Vertx vertx) {
    this.vertx = vertx;
    bus = new OperationClient(vertx, CLOCK);
  }

  @Test
  void anOperationIsAnsweredWithStatusHeadersAndTheVeryBytes() {
    serve(
        new Operations()
            .on(
                "greet",
                request ->
                    Future.succeededFuture(
                        Reply.json(
                                200, Buffer.buffer("{ \"to\" : \"" + request.path("name") + "\" }"))
                            .withHeaders(Map.of("x-greeting", "yes")))));

    Reply reply = await(bus.send("shop", "greet", timeout(30_000), path("name", "Ada")));

    assertThat(reply.status()).isEqualTo(200);
    assertThat(reply.body()).hasToString("{ \"to\" : \"Ada\" }");
    assertThat(reply.headers()).containsEntry("x-greeting", "yes");
    assertThat(reply.contentType()).isEqualTo(Reply.JSON);
  }

  @Test
  void aBodyThatIsTooLongForTheBusIsNotSent() {
    serve(
        new Operations()
            .on(
                "read",
                request ->
                    Future.succeededFuture(
                        Reply.bytes(
                            Buffer.buffer(
                                new byte[Reply.MAX_BODY + request.path("more").length()])))));

    Reply longest = await(bus.send("shop", "read", timeout(30_000), path("more", "")));
    Reply refused = await(bus.send("shop", "read", timeout(30_000), path("more", "x")));

    assertThat(longest.body().length()).isEqualTo(Reply.MAX_BODY);
    assertThat(refused.status()).isEqualTo(400);
    assertThat(refused.body().toJsonObject().getString("message"))
        .isEqualTo("The response has more than 64 MiB");
  }

  @Test
  void aBodyThatTheCallerHasIsNotSent() {
    Reply tagged = Reply.ok("hat", new JsonObject().put("size", 7)).withEntityTag();
    Reply refused = Reply.problem(Problem.notFound("None")).withEntityTag();
    serve(
        new Operations()
            .on("tagged", request -> Future.succeededFuture(tagged))
            .on("refused", request -> Future.succeededFuture(refused))
            .on("untagged", request -> Future.succeededFuture(Reply.noContent())));

    Reply known = read("tagged", List.of("\"other\"", tagged.entityTag()));
    assertThat(known.isNotModified()).isTrue();
    assertThat(known.body().length()).isZero();
    assertThat(known.entityTag()).isEqualTo(tagged.entityTag());
    assertThat(known.contentType()).isEqualTo(tagged.contentType());

    assertThat(read("tagged", List.of("\"other\"")).body()).isEqualTo(tagged.body());
    assertThat(read("tagged", List.of()).body()).isEqualTo(tagged.body());
    assertThat(read("refused", List.of(refused.entityTag())).body()).isEqualTo(refused.body());
    assertThat(read("untagged", List.of(tagged.entityTag())).status()).isEqualTo(204);
  }

  @Test
  void whatIsForStaffIsHiddenFromShoppersAlone() {
    JsonObject hat = new JsonObject().put("metadata", new JsonObject().put("_staff", 7));
    Reply tagged = Reply.ok("hat", hat).withEntityTag();
    serve(
        new Operations()
            .on("storeGetHat", request -> Future.succeededFuture(tagged))
            .on("storeGetCap", request -> Future.succeededFuture(Reply.ok("hat", hat)))
            .on("adminGetHat", request -> Future.succeededFuture(tagged)));

    Reply shown = readAs(Principal.ANONYMOUS, "storeGetHat", List.of(tagged.entityTag()));
    assertThat(shown.body()).hasToString("{\"hat\":{\"metadata\":null}}");
    assertThat(shown.entityTag()).isNotEqualTo(tagged.entityTag());
    assertThat(
            readAs(Principal.ANONYMOUS, "storeGetHat", List.of(shown.entityTag())).isNotModified())
        .isTrue();
    assertThat(readAs(Principal.ANONYMOUS, "storeGetCap", List.of()).body())
        .isEqualTo(shown.body());
    assertThat(readAs(Principal.ANONYMOUS, "adminGetHat", List.of()).body())
        .isEqualTo(tagged.body());
    assertThat(read("storeGetHat", List.of()).body())
        .as("the service itself is no shopper")
        .isEqualTo(tagged.body());
  }

  private Reply read(String operation, List<String> known) {
    return readAs(Principal.SYSTEM, operation, known);
  }

  private Reply readAs(Principal caller, String operation, List<String> known) {
    return await(
        bus.read(
            "shop",
            operation,
            timeout(5_000).withPrincipal(caller),
            Buffer.buffer(),
            Duration.ofMillis(5_000),
            known));
  }

  @Test
  void attachmentsAreTransferredUnchanged(VertxTestContext test) {
    await(
        new Operations()
            .on(
                ShopOperation.REVERSE,
                request -> {
                  test.verify(() ->
                      assertThat(request.input()).isEqualTo(new JsonObject().put("how", "whole")));
                  Buffer sent = request.attachment();
                  Buffer reversed = Buffer.buffer();
                  for (int i = sent.length() - 1; i >= 0; i--) {
                    reversed.appendByte(sent.getByte(i));
                  }
                  return Future.succeededFuture(
                      Reply.ok(new JsonObject().put("bytes", reversed.getBytes())));
                })
            .on(
                ShopOperation.RAW,
                request ->
                    Future.succeededFuture(
                        Reply.bytes(
                            Buffer.buffer(
                                request.attachment().length()
                                    + " and "
                                    + request.input().getString("a")))))
            .serve(vertx, OperationClient.internalAddress("shop"), CLOCK));

    JsonObject answer =
        await(
            bus.call(
                ShopOperation.REVERSE,
                timeout(30_000),
                new JsonObject().put("how", "whole"),
                Buffer.buffer(new byte[] {0, 1, -1, '}'})));
    Buffer raw =
        await(
            bus.fetch(
                ShopOperation.RAW, timeout(30_000), new JsonObject().put("a", "b").toBuffer()));

    assertThat(answer.getBinary("bytes")).containsExactly('}', -1, 1, 0);
    assertThat(raw).hasToString("0 and b");
    test.completeNow();
  }

  @Test
  void principalAndDeadlineTravelWithTheCall(VertxTestContext test) {
    CallContext context =
        new CallContext(
            "command",
            CLOCK.instant().plusSeconds(30).truncatedTo(ChronoUnit.MILLIS),
            "00-trace",
            new Principal(Principal.Kind.CUSTOMER, "cus_1", Principal.Credential.JWT));
    serve(
        new Operations()
            .on(
                "look",
                request -> {
                  test.verify(() -> {
                    assertThat(request.context()).isEqualTo(context);
                    test.completeNow();
                  });
                  return Future.succeededFuture(Reply.ok(new JsonObject()));
                }));

    bus.send("shop", "look", context, Buffer.buffer()).onFailure(test::failNow);
  }

  @Test
  void aProblemIsAReplyAndForAnInternalCallAFailure() {
    Operations operations =
        new Operations()
            .on(
                ShopOperation.REFUSE,
                request -> Future.failedFuture(Problem.notFound("no such cart")));
    serve(operations);
    await(operations.serve(vertx, OperationClient.internalAddress("shop"), CLOCK));

    Reply reply = await(bus.send("shop", "refuse", timeout(30_000), Buffer.buffer()));

    assertThat(reply.status()).isEqualTo(404);
    assertThat(problemOf(bus.call(ShopOperation.REFUSE, timeout(30_000), new JsonObject())))
        .isEqualTo(Problem.notFound("no such cart"));
  }

  /** A client's mistake is no warning for the operator. */
  @Test
  void amountsThatOverflowAreRefusedWithoutAWarning() {
    ListAppender<ILoggingEvent> log = new ListAppender<>();
    Logger logger = (Logger) LoggerFactory.getLogger(Operations.class);
    log.start();
    logger.addAppender(log);
    try {
      serve(
          new Operations()
              .on("add", request -> Future.failedFuture(new ArithmeticException("long overflow"))));

      Reply reply = await(bus.send("shop", "add", timeout(30_000), Buffer.buffer()));

      assertThat(reply.status()).isEqualTo(400);
      assertThat(List.copyOf(log.list))
          .filteredOn(event -> event.getLevel().isGreaterOrEqual(Level.WARN))
          .isEmpty();
    } finally {
      logger.detachAppender(log);
    }
  }

  @Test
  void aDefectIsAnsweredAsAnInternalErrorWithoutDetails() {
    serve(
        new Operations()
            .on(
                "break",
                request -> {
                  throw new IllegalStateException("secret");
                }));

    Reply reply = await(bus.send("shop", "break", timeout(30_000), Buffer.buffer()));

    assertThat(reply.status()).isEqualTo(500);
    assertThat(reply.body().toString()).doesNotContain("secret");
  }

  @Test
  void aMissingOwnerIsUnavailable() {
    assertThat(problemOf(bus.send("nowhere", "greet", timeout(30_000), Buffer.buffer())))
        .extracting(Problem::kind)
        .isEqualTo(Problem.Kind.UNAVAILABLE);
  }

  /** The round robin may pick a dead node several times in a row. */
  @Test
  void anUndeliveredRequestIsSentAgain() {
    serve(new Operations().on("greet", request -> Future.succeededFuture(Reply.text(200, "Hi"))));
    AtomicInteger sent = loseFirst(15);

    Reply reply = await(bus.send("shop", "greet", timeout(30_000), path("name", "Ada")));

    assertThat(reply.status()).isEqualTo(200);
    assertThat(sent).hasValue(16);
  }

  @Test
  void aRequestThatIsNeverDeliveredIsUnavailableAfterSixteenAttempts() {
    serve(new Operations().on("greet", request -> Future.succeededFuture(Reply.text(200, "Hi"))));
    AtomicInteger sent = loseFirst(Integer.MAX_VALUE);

    assertThat(problemOf(bus.send("shop", "greet", timeout(30_000), path("name", "Ada"))))
        .extracting(Problem::kind)
        .isEqualTo(Problem.Kind.UNAVAILABLE);
    assertThat(sent).hasValue(16);
  }

  /** Leaves the first requests undelivered, and counts all. */
  private AtomicInteger loseFirst(int count) {
    AtomicInteger sent = new AtomicInteger();
    vertx
        .eventBus()
        .addOutboundInterceptor(delivery -> {
          if (delivery.message().replyAddress() != null && sent.incrementAndGet() <= count) {
            delivery.message().fail(UndeliveredRequestInterceptor.CODE, "Its node is gone");
          } else {
            delivery.next();
          }
        });
    return sent;
  }

  @Test
  void silenceUntilTheDeadlineIsATimeout() {
    serve(new Operations().on("sleep", request -> Promise.<Reply>promise().future()));

    assertThat(problemOf(bus.send("shop", "sleep", timeout(100), Buffer.buffer())))
        .extracting(Problem::kind)
        .isEqualTo(Problem.Kind.TIMED_OUT);
  }

  @Test
  void nothingIsDoneAfterTheDeadline() {
    AtomicInteger done = new AtomicInteger();
    serve(
        new Operations()
            .on(
                "act",
                request -> {
                  done.incrementAndGet();
                  return Future.succeededFuture(Reply.ok(new JsonObject()));
                }));
    CallContext late =
        new CallContext(Ids.ulid(), CLOCK.instant().minusMillis(1), null, Principal.ANONYMOUS);

    assertThat(problemOf(bus.send("shop", "act", late, Buffer.buffer(), Duration.ofMillis(200))))
        .extracting(Problem::kind)
        .isEqualTo(Problem.Kind.TIMED_OUT);
    assertThat(done).hasValue(0);
  }

  @Test
  void drainingAnswersAcceptedRequestsAndAcceptsNoMore() {
    Promise<Reply> answer = Promise.promise();
    Promise<Void> taken = Promise.promise();
    Operations.OperationServer served =
        serve(
            new Operations()
                .on(
                    "wait",
                    request -> {
                      taken.complete();
                      return answer.future();
                    }));
    Future<Reply> waiting = bus.send("shop", "wait", timeout(30_000), Buffer.buffer());
    await(taken.future());

    Future<Void> drained = served.drain();
    assertThat(problemOf(bus.send("shop", "wait", timeout(30_000), Buffer.buffer())))
        .extracting(Problem::kind)
        .isEqualTo(Problem.Kind.UNAVAILABLE);
    assertThat(drained.isComplete()).isFalse();
    answer.complete(Reply.ok(new JsonObject()));

    assertThat(await(waiting).status()).isEqualTo(200);
    await(drained);
  }

  @Test
  void anOperationIsBoundOnce() {
    Operations operations = new Operations().on("greet", request -> Future.failedFuture("never"));

    assertThatThrownBy(() -> operations.on("greet", request -> Future.failedFuture("never")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("greet");
  }

  private Operations.OperationServer serve(Operations operations) {
    return await(operations.serve(vertx, "shop", CLOCK));
  }

  private static CallContext timeout(long millis) {
    return CallContext.system(CLOCK, Duration.ofMillis(millis));
  }

  private static Buffer path(String name, String value) {
    return Request.input(
        new JsonObject().put(name, value), new JsonObject(), null, new JsonObject());
  }

  private static Problem problemOf(Future<?> failing) {
    return ((Problem) failure(failing));
  }
}
