package dev.tradewind.conventions;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.testing.Modules;
import java.nio.file.Path;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Responses are sent within the chain of their future: one that cannot be sent is a failure of the
 * chain and answered with 500, while a throw in {@code onSuccess} leaves the request open.
 */
class AnswerStepsTest {

  private static final Pattern SENT_ASIDE =
      Pattern.compile(
          "\\.onSuccess\\((?:(?!;\\n {0,6}\\}|\\.onFailure|\\.compose)[\\s\\S]){0,200}?"
              + "\\b(?:send\\w*|respond|problem|redirect)\\((?:context|page|request|api)?");

  private static Stream<Path> handlers() {
    return Modules.files("src/main/java", ".java").stream()
        .filter(file -> SourceFiles.text(file).contains("RoutingContext"));
  }

  @Test
  void noResponseIsSentBesideTheChain() {
    assertThat(handlers().count()).isPositive();
    assertThat(handlers())
        .allSatisfy(file ->
            assertThat(SourceFiles.text(file)).as("%s", file).doesNotContainPattern(SENT_ASIDE));
  }
}
