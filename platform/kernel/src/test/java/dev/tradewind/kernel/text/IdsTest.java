package dev.tradewind.kernel.text;

import static org.assertj.core.api.Assertions.assertThat;

import com.github.f4b6a3.ulid.Ulid;
import java.math.BigInteger;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class IdsTest {

  @Test
  void anIdIsItsPrefixAndTwentySixCharacters() {
    assertThat(Ids.of("prod").next()).matches("prod_[0-9A-HJKMNP-TV-Z]{26}");
  }

  @Test
  void idsOfOneGeneratorAreStrictlyIncreasing() {
    Ids ids = Ids.of("cart");

    assertThat(Stream.generate(ids::next).limit(10_000).toList())
        .isSorted()
        .doesNotHaveDuplicates();
  }

  @Test
  void anIdIsNotNearTheOnesAroundIt() {
    Ids carts = Ids.of("cart");
    Ids orders = Ids.of("order");
    List<BigInteger> randomness =
        Stream.generate(() -> Stream.of(carts.next(), Ids.ulid(), orders.next()))
            .limit(3_000)
            .flatMap(ids -> ids)
            .map(IdsTest::randomness)
            .sorted()
            .toList();

    // Of 9,000 random numbers of 80 bits two neighbors are nearer than 2^30 once in ten million
    // runs.
    for (int i = 1; i < randomness.size(); i++) {
      assertThat(randomness.get(i).subtract(randomness.get(i - 1)).bitLength()).isGreaterThan(30);
    }
  }

  @Test
  void theIdsOfOneKindRevealNothingAboutAnother() {
    Ids carts = Ids.of("cart");
    Ids orders = Ids.of("order");
    orders.next();
    Stream.generate(carts::next).limit(10_000).forEach(id -> {});

    long ahead = time(orders.next()) - System.currentTimeMillis();

    assertThat(ahead).isLessThanOrEqualTo(1);
  }

  private static BigInteger randomness(String id) {
    return new BigInteger(1, Ulid.from(ulid(id)).getRandom());
  }

  private static long time(String id) {
    return Ulid.from(ulid(id)).getTime();
  }

  private static String ulid(String id) {
    return id.substring(id.indexOf('_') + 1);
  }
}
