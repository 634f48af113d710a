package dev.tradewind.gateway.auth;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class CorsHandlerTest {

  @Test
  void aHundredRefusedOriginsAreReported() {
    Set<String> reported = new HashSet<>();

    long lines =
        IntStream.range(0, 1_000)
            .filter(i -> CorsHandler.isReported(reported, "STORE http://" + i + ".test"))
            .count();

    assertThat(lines).isEqualTo(100);
    assertThat(reported).hasSize(100);
  }
}
