package dev.tradewind.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class IdsTest {

  @Test
  void anIdIsItsPrefixAndTwentySixCharacters() {
    assertThat(Ids.of("prod").next()).matches("prod_[0-9A-HJKMNP-TV-Z]{26}");
  }

  @Test
  void idsOfOneJvmAreStrictlyIncreasing() {
    Ids ids = Ids.of("cart");

    assertThat(Stream.generate(ids::next).limit(10_000).toList())
        .isSorted()
        .doesNotHaveDuplicates();
  }
}
