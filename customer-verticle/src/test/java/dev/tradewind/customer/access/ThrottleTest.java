package dev.tradewind.customer.access;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tradewind.kernel.operation.ProblemException;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class ThrottleTest {

  private final MovableClock clock = new MovableClock();
  private final Throttle throttle =
      new Throttle(new ThrottleSettings(3, 5, Duration.ofMinutes(15)), clock);

  @Test
  void afterAFewWrongGuessesAnEmailHasToWait() {
    guess("ada", 3);

    assertRefused("ada");
    assertAllowed("bob");
  }

  @Test
  void anotherAddressIsNotShutOut() {
    guess("ada", 3);

    assertThatCode(() -> throttle.login("STORE", "ada", "10.0.0.2")).doesNotThrowAnyException();
  }

  @Test
  void anAddressThatTriesManyEmailsHasToWait() {
    for (String email : new String[] {"a", "b", "c", "d", "e"}) {
      guess(email, 1);
    }

    assertRefused("f");
  }

  @Test
  void theWindowEnds() {
    guess("ada", 3);
    clock.advance(Duration.ofMinutes(14));
    assertRefused("ada");

    clock.advance(Duration.ofMinutes(2));
    assertAllowed("ada");
  }

  @Test
  void whatWasRightDoesNotCount() {
    for (int i = 0; i < 50; i++) {
      throttle.login("STORE", "ada", "10.0.0.1").takeBack();
    }

    assertAllowed("ada");
  }

  @Test
  void theSurfacesAreCountedApart() {
    guess("ada", 3);

    assertThatCode(() -> throttle.login("ADMIN", "ada", "10.0.0.1")).doesNotThrowAnyException();
  }

  @Test
  void whoAsksForManyEmailsHasToWait() {
    for (int i = 0; i < 5; i++) {
      throttle.question("10.0.0.1");
    }

    assertThatThrownBy(() -> throttle.question("10.0.0.1")).isInstanceOf(ProblemException.class);
    assertThatCode(() -> throttle.question("10.0.0.2")).doesNotThrowAnyException();
  }

  private void guess(String email, int times) {
    for (int i = 0; i < times; i++) {
      throttle.login("STORE", email, "10.0.0.1");
    }
  }

  private void assertAllowed(String email) {
    assertThatCode(() -> throttle.login("STORE", email, "10.0.0.1")).doesNotThrowAnyException();
  }

  private void assertRefused(String email) {
    assertThatThrownBy(() -> throttle.login("STORE", email, "10.0.0.1"))
        .isInstanceOf(ProblemException.class)
        .hasMessageContaining("Too many attempts");
  }
}
