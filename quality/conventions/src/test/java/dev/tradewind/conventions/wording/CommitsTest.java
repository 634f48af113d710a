package dev.tradewind.conventions.wording;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.tradewind.embedded.Home;
import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Messages of the last commits: one idea in the subject, and a body that says why. */
class CommitsTest {

  private static final int LAST = 20;
  private static final int MAX_SUBJECT = 72;

  private record Message(String subject, String body) {

    static Message of(String text) {
      String[] parts = text.split("\0", 2);
      return new Message(parts[0].strip(), parts[1].strip());
    }
  }

  @Test
  void eachSaysOneIdeaAndWhy() throws IOException, InterruptedException {
    assumeTrue(Files.exists(Home.folder().resolve(".git")), "This is no clone");

    assertThat(messages())
        .isNotEmpty()
        .allSatisfy(message -> {
          assertThat(message.subject().length())
              .as(message.subject())
              .isLessThanOrEqualTo(MAX_SUBJECT);
          assertThat(message.subject()).doesNotEndWith(".").doesNotContain(";");
          assertThat(message.body()).as(message.subject()).isNotEmpty();
        });
  }

  private static List<Message> messages() throws IOException, InterruptedException {
    Process git =
        new ProcessBuilder("git", "log", "--no-merges", "-" + LAST, "--format=%s%x00%b%x01")
            .directory(Home.folder().toFile())
            .start();
    String log = new String(git.getInputStream().readAllBytes(), UTF_8);
    assumeTrue(git.waitFor() == 0, "git does not read the clone");
    return Stream.of(log.split("\1", -1))
        .filter(text -> text.contains("\0"))
        .map(Message::of)
        .toList();
  }
}
