package dev.tradewind.customer.password;

import static dev.tradewind.testing.Eventually.until;
import static dev.tradewind.testing.Futures.await;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.kernel.operation.Problem;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.junit5.VertxExtension;
import java.util.Arrays;
import java.util.List;
import java.util.LongSummaryStatistics;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@ExtendWith(VertxExtension.class)
class PasswordsTest {

  private static final PasswordSettings CHEAP = PasswordSettings.DEFAULT.withCost(64, 1);

  /** {@code supersecret} as Medusa stores it. */
  private static final String MEDUSA =
      "c2NyeXB0AAEAAAABAAAAAQABAgMEBQYHCAkKCwwNDg8QERITFBUWFxgZGhscHR4fRmO4DFmBBq0SdOiguek89xizriux"
          + "N4r79PIRUytkQ2MpV6lrSv9Ikn47WEx8S+Vv";

  private Vertx vertx;
  private Passwords passwords;

  @BeforeEach
  void open(Vertx vertx) {
    this.vertx = vertx;
    passwords = new Passwords(vertx, CHEAP);
  }

  @Test
  void aPasswordMatchesOnlyItsHash() {
    String hash = await(passwords.hash("pässwörd"));

    assertThat(hash).startsWith("$argon2id$v=19$m=64,t=1,p=1$");
    assertThat(await(passwords.check("pässwörd", hash))).isEqualTo(new PasswordCheck.Match());
    assertThat(await(passwords.check("passwörd", hash))).isEqualTo(new PasswordCheck.Mismatch());
  }

  @Test
  void aLongPasswordCountsToItsLastCharacter() {
    String common = "correct horse battery staple ".repeat(40);
    String hash = await(passwords.hash(common + "a"));

    assertThat(await(passwords.check(common + "a", hash))).isEqualTo(new PasswordCheck.Match());
    assertThat(await(passwords.check(common + "b", hash))).isEqualTo(new PasswordCheck.Mismatch());
    assertThat(await(passwords.check(common + "A", hash))).isEqualTo(new PasswordCheck.Mismatch());
  }

  @Test
  void theSamePasswordNeverHashesToTheSame() {
    assertThat(await(passwords.hash("supersecret")))
        .isNotEqualTo(await(passwords.hash("supersecret")));
  }

  @Test
  void anAbsentHashMatchesNoPassword() {
    assertThat(await(passwords.check("", null))).isEqualTo(new PasswordCheck.Mismatch());
    assertThat(await(passwords.check("x", ""))).isEqualTo(new PasswordCheck.Mismatch());
  }

  @Test
  void aHashWithOtherParametersNeedsARehash() {
    String weak = await(new Passwords(vertx, CHEAP.withCost(32, 1)).hash("supersecret"));

    assertThat(await(passwords.check("guess", weak))).isEqualTo(new PasswordCheck.Mismatch());
    assertThat(await(passwords.check("supersecret", weak)))
        .isInstanceOfSatisfying(
            PasswordCheck.NeedsRehash.class,
            outdated -> assertThat(outdated.hash()).startsWith("$argon2id$v=19$m=64,t=1,p=1$"));
  }

  @ParameterizedTest
  @CsvSource({
    "supersecret, " + MEDUSA,
    "pässwörd, c2NyeXB0AAQAAAAIAAAAAQABAgMEBQYHCAkKCwwNDg8QERITFBUWFxgZGhscHR4faeEnw9AEcwpAVV7UH4iV"
        + "1UJ0g8GpVFSGNB7e0ZPoN9Fya0jyNFC/vej64Fp3bF8q"
  })
  void aHashOfMedusaIsAcceptedAndReplaced(String password, String stored) {
    PasswordCheck check = await(passwords.check(password, stored));

    assertThat(check)
        .isInstanceOfSatisfying(
            PasswordCheck.NeedsRehash.class,
            outdated ->
                assertThat(await(passwords.check(password, outdated.hash())))
                    .isEqualTo(new PasswordCheck.Match()));
    assertThat(await(passwords.check(password + "x", stored)))
        .isEqualTo(new PasswordCheck.Mismatch());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "not base64!",
        "c2NyeXB0",
        // One bit of the salt differs.
        "c2NyeXB0AAEAAAABAAAAAQEBAgMEBQYHCAkKCwwNDg8QERITFBUWFxgZGhscHR4fRmO4DFmBBq0SdOiguek89xizriux"
            + "N4r79PIRUytkQ2MpV6lrSv9Ikn47WEx8S+Vv",
        // Requires 4 GiB.
        "c2NyeXB0ACAAAAABAAAAAQABAgMEBQYHCAkKCwwNDg8QERITFBUWFxgZGhscHR4fRmO4DFmBBq0SdOiguek89xizriux"
            + "N4r79PIRUytkQ2MpV6lrSv9Ikn47WEx8S+Vv"
      })
  void anInvalidHashMatchesNoPassword(String stored) {
    assertThat(await(passwords.check("supersecret", stored)))
        .isEqualTo(new PasswordCheck.Mismatch());
  }

  /** The worker pool belongs to the instance of Vert.x, so that this one needs its own. */
  @Test
  void aFullQueueIsRefusedWithATimeToRetryAfter() {
    Vertx other = Vertx.vertx();
    try {
      Passwords few = new Passwords(other, PasswordSettings.DEFAULT.withPool(1, 2));
      List<Future<String>> hashes =
          IntStream.range(0, 8).mapToObj(each -> few.hash("supersecret")).toList();
      await(Future.join(hashes).otherwiseEmpty());

      assertThat(hashes).filteredOn(Future::succeeded).hasSize(3);
      assertThat(hashes)
          .filteredOn(Future::failed)
          .allSatisfy(hash ->
              assertThat(((Problem) hash.cause()))
                  .extracting(Problem::kind)
                  .isEqualTo(Problem.Kind.TOO_MANY_REQUESTS));
      assertThat(await(few.hash("supersecret"))).isNotEmpty();
    } finally {
      await(other.close());
    }
  }

  @Test
  void anAbsentHashTakesAsLongAsAWrongPassword() {
    Passwords real = new Passwords(vertx, PasswordSettings.DEFAULT);
    String hash = await(real.hash("supersecret"));

    List<String> kinds = Arrays.asList(hash, null, MEDUSA);
    long[] fastest = {Long.MAX_VALUE, Long.MAX_VALUE, Long.MAX_VALUE};
    // Other load on the machine delays single checks, and the fastest ones at last no more.
    until(
        () -> {
          for (int i = 0; i < fastest.length; i++) {
            fastest[i] = Math.min(fastest[i], nanos(real, kinds.get(i)));
          }
          LongSummaryStatistics all = LongStream.of(fastest).summaryStatistics();
          return all.getMax() <= 3 * all.getMin();
        },
        () -> Arrays.toString(fastest));
  }

  private static long nanos(Passwords passwords, String hash) {
    long start = System.nanoTime();
    await(passwords.check("guess", hash));
    return System.nanoTime() - start;
  }
}
