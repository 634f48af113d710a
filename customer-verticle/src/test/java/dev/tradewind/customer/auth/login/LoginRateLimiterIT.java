package dev.tradewind.customer.auth.login;

import static dev.tradewind.testing.Futures.await;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.customer.auth.AuthHarness;
import dev.tradewind.kernel.operation.CallContext;
import dev.tradewind.kernel.operation.Problem;
import dev.tradewind.kernel.operation.Request;
import dev.tradewind.kernel.ratelimit.AttemptRateLimiter;
import dev.tradewind.kernel.ratelimit.EndedCounterCleaner;
import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class LoginRateLimiterIT {

  private static final AuthHarness HARNESS = new AuthHarness();
  private static final ThrottleSettings SETTINGS =
      new ThrottleSettings(3, 5, 6, Duration.ofMinutes(15));

  private final LoginRateLimiter throttle =
      new LoginRateLimiter(HARNESS.vertx, HARNESS.pool, SETTINGS, HARNESS.clock);

  @AfterAll
  static void close() {
    HARNESS.close();
  }

  @BeforeEach
  void forget() {
    HARNESS.run("DELETE FROM attempt");
    HARNESS.clock.advance(Duration.ofSeconds(2));
  }

  @Test
  void anEmailIsLimitedAfterWrongGuesses() {
    guess("ada", "10.0.0.1", 3);

    assertThat(refusal("ada", "10.0.0.1")).isNotNull();
    assertThat(refusal("bob", "10.0.0.1")).isNull();
    assertThat(refusal("ada", "10.0.0.2")).isNull();
  }

  @Test
  void anEmailIsLimitedOverAllAddresses() {
    for (String address : List.of("10.0.0.1", "10.0.0.2", "10.0.0.3", "10.0.0.4", "10.0.0.5")) {
      guess("ada", address, 1);
    }

    assertThat(refusal("ada", "10.0.0.6")).isNotNull();
    assertThat(refusal("bob", "10.0.0.6")).isNull();
  }

  @Test
  void anAddressIsLimitedOverAllEmails() {
    for (String email : List.of("a", "b", "c", "d", "e", "f")) {
      guess(email, "10.0.0.1", 1);
    }

    assertThat(refusal("g", "10.0.0.1")).isNotNull();
    assertThat(refusal("g", "10.0.0.2")).isNull();
  }

  @Test
  void aRefusalNamesTheTimeToRetryAfter() {
    guess("ada", "10.0.0.1", 3);
    HARNESS.clock.advance(Duration.ofMinutes(5));

    Problem refusal = refusal("ada", "10.0.0.1");

    assertThat(refusal).isNotNull();
    assertThat(refusal.retryAfter()).isBetween(Duration.ofSeconds(540), Duration.ofSeconds(600));
  }

  @Test
  void theWindowEnds() {
    guess("ada", "10.0.0.1", 3);
    HARNESS.clock.advance(Duration.ofMinutes(14));
    assertThat(refusal("ada", "10.0.0.1")).isNotNull();

    HARNESS.clock.advance(Duration.ofMinutes(2));
    assertThat(refusal("ada", "10.0.0.1")).isNull();
  }

  @Test
  void successfulAttemptsDoNotCount() {
    for (int i = 0; i < 20; i++) {
      AttemptRateLimiter.Attempt attempt = login("ada", "10.0.0.1");
      await(attempt.count());
      await(attempt.release());
    }

    assertThat(refusal("ada", "10.0.0.1")).isNull();
  }

  @Test
  void aFailureWithoutAResultDoesNotCount() {
    for (int i = 0; i < 20; i++) {
      AttemptRateLimiter.Attempt attempt = login("ada", "10.0.0.1");
      Future<Object> broken =
          attempt.settle(attempt.count().compose(done -> Future.failedFuture("broken")));
      await(broken.otherwiseEmpty());
    }

    assertThat(refusal("ada", "10.0.0.1")).isNull();
  }

  @Test
  void concurrentAttemptsCannotExceedTheLimit() {
    List<Future<Void>> guesses =
        IntStream.range(0, 40).mapToObj(i -> login("ada", "10.0.0.1").count()).toList();
    await(Future.join(guesses).otherwiseEmpty());

    assertThat(guesses).filteredOn(Future::succeeded).hasSize(3);
  }

  @Test
  void attemptsAreCountedOverAllNodes() {
    try (AuthHarness other = HARNESS.anotherNode()) {
      LoginRateLimiter elsewhere =
          new LoginRateLimiter(other.vertx, other.pool, SETTINGS, HARNESS.clock);
      guess("ada", "10.0.0.1", 2);
      await(elsewhere.login("STORE", "ada", request("10.0.0.1")).count());

      assertThat(refusal("ada", "10.0.0.1")).isNotNull();
    }
  }

  @Test
  void theSurfacesAreCountedSeparately() {
    guess("ada", "10.0.0.1", 3);

    await(throttle.login("ADMIN", "ada", request("10.0.0.1")).count());
  }

  @Test
  void accountExistenceChecksAreLimitedPerAddress() {
    for (int i = 0; i < 6; i++) {
      await(throttle.question(request("10.0.0.1")).count());
    }

    assertThat(refusal(() -> throttle.question(request("10.0.0.1")).count())).isNotNull();
    assertThat(refusal(() -> throttle.question(request("10.0.0.2")).count())).isNull();
  }

  @Test
  void guessesFromElsewhereDoNotLockTheOwnerOut() {
    await(
        Future.<String>future(signedIn -> {
          AttemptRateLimiter.Attempt owner = login("ada", "10.0.0.1");
          owner
              .settle(owner.count().compose(counted -> Future.succeededFuture("ada")))
              .onComplete(signedIn);
        }));
    for (int i = 0; i < 5; i++) {
      guess("ada", "10.1.0." + i, 1);
    }

    assertThat(refusal("ada", "10.1.0.9")).isNotNull();
    assertThat(refusal("ada", "10.0.0.1")).isNull();
    assertThat(refusal("ada", "10.1.0.9")).isNotNull();
  }

  @Test
  void aKnownCallerIsLimitedAsWell() {
    AttemptRateLimiter.Attempt owner = login("ada", "10.0.0.1");
    await(owner.settle(owner.count()));

    guess("ada", "10.0.0.1", 3);

    assertThat(refusal("ada", "10.0.0.1")).isNotNull();
  }

  @Test
  void aResetRequestOfAStrangerDoesNotStopTheOwner() {
    for (int i = 0; i < 3; i++) {
      await(throttle.resetRequest("STORE", "ada", request("10.1.0.1")).count());
      assertThat(await(throttle.allowsResetEmail("STORE", "ada"))).isTrue();
    }

    assertThat(refusal(() -> throttle.resetRequest("STORE", "ada", request("10.1.0.1")).count()))
        .isNotNull();
    await(throttle.resetRequest("STORE", "ada", request("10.0.0.1")).count());
    assertThat(await(throttle.allowsResetEmail("STORE", "ada"))).isFalse();
  }

  @Test
  void forgedResetTokensDoNotCountForTheAccount() {
    for (int i = 0; i < 6; i++) {
      await(throttle.forgedReset("STORE", request("10.1.0.1")).count());
    }

    assertThat(refusal(() -> throttle.forgedReset("STORE", request("10.1.0.1")).count()))
        .isNotNull();
    await(throttle.reset("STORE", "cus_ada", "ada", request("10.1.0.1")).count());
  }

  @Test
  void theAddressesOfAnIpv6SubnetAreOne() {
    guess("ada", "2001:db8::1", 1);
    guess("ada", "2001:db8::ffff:2", 1);
    guess("ada", "2001:0db8:0:0:1::", 1);

    assertThat(refusal("ada", "2001:db8::abcd")).isNotNull();
    assertThat(refusal("ada", "2001:db8:0:1::1")).isNull();
  }

  @Test
  void aFloodQueriesTheDatabaseOncePerSecond() {
    Instant begun = HARNESS.clock.instant();
    guess("ada", "10.0.0.1", 3);
    refusal("ada", "10.0.0.1");
    HARNESS.counter.drain();

    for (int i = 0; i < 50; i++) {
      assertThat(refusal("ada", "10.0.0.1")).isNotNull();
    }

    int seconds = (int) Duration.between(begun, HARNESS.clock.instant()).toSeconds();
    assertThat(HARNESS.counter.drain()).hasSizeLessThanOrEqualTo(2 * seconds);
  }

  @Test
  void noEmailIsStored() {
    guess("ada@example.com", "10.0.0.1", 1);

    assertThat(HARNESS.one("SELECT string_agg(attempt::text, ' ') FROM attempt").getString(0))
        .doesNotContain("ada", "10.0.0.1");
  }

  @Test
  void expiredCountersAreDeleted() {
    guess("ada", "10.0.0.1", 1);
    HARNESS.clock.advance(Duration.ofMinutes(16));

    await(new EndedCounterCleaner(HARNESS.pool, HARNESS.clock).deleteEnded());

    assertThat(HARNESS.count("attempt")).isZero();
  }

  private void guess(String email, String address, int times) {
    for (int i = 0; i < times; i++) {
      await(login(email, address).count());
    }
  }

  private AttemptRateLimiter.Attempt login(String email, String address) {
    return throttle.login("STORE", email, request(address));
  }

  private Problem refusal(String email, String address) {
    return refusal(() -> login(email, address).count());
  }

  private static Problem refusal(Supplier<Future<Void>> attempt) {
    Throwable failure =
        await(
            Future.<Void>future(p -> attempt.get().onComplete(p))
                .map((Throwable) null)
                .otherwise(refused -> refused));
    return failure == null ? null : (Problem) failure;
  }

  private static Request request(String address) {
    return new Request(
        "storeLogIn",
        CallContext.system(HARNESS.clock, Duration.ofMinutes(1)),
        new JsonObject().put("headers", new JsonObject().put("remote-address", address)));
  }
}
