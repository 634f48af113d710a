package dev.tradewind.customer.password;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tradewind.kernel.operation.Problem;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class BreachedPasswordsTest {

  @TempDir private Path folder;

  private static String sha1(String password) {
    try {
      return HexFormat.of()
          .formatHex(
              MessageDigest.getInstance("SHA-1").digest(password.getBytes(StandardCharsets.UTF_8)))
          .toUpperCase(Locale.ROOT);
    } catch (GeneralSecurityException impossible) {
      throw new AssertionError(impossible);
    }
  }

  private Path file(String content) throws IOException {
    return Files.writeString(folder.resolve("list"), content);
  }

  /** Lengths around the size of a block of the search, and lines of different lengths. */
  @ParameterizedTest
  @CsvSource({"1, \\n", "2, \\r\\n", "70, \\r\\n", "100, \\n", "5000, \\r\\n", "5001, \\n"})
  void everyPasswordOfTheListIsRefusedAndNoOther(int size, String end) throws IOException {
    String newline = end.replace("\\r", "\r").replace("\\n", "\n");
    Path file =
        file(
            IntStream.range(0, size)
                .mapToObj(i -> sha1("breached " + i) + ":" + (i * i % 1_000_003) + newline)
                .sorted()
                .collect(Collectors.joining()));
    BreachedPasswords list = BreachedPasswords.in(file);

    for (int i = 0; i < size; i++) {
      String breached = "breached " + i;
      String rare = "rare " + i;
      assertThatThrownBy(() -> list.require(breached)).isInstanceOf(Problem.class);
      assertThatCode(() -> list.require(rare)).doesNotThrowAnyException();
    }
  }

  @Test
  void aListThatIsGoneAcceptsNothing() throws IOException {
    Path file = file(sha1("breached") + ":1\n");
    BreachedPasswords list = BreachedPasswords.in(file);
    Files.delete(file);

    assertThatThrownBy(() -> list.require("rare"))
        .isInstanceOf(Problem.class)
        .hasMessageContaining("not available");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "password\n", "5baa61e4c9b93f3f0682250b6cf8331b7ee68fd8:1\n"})
  void anotherFormatIsRefused(String content) throws IOException {
    Path file = file(content);

    assertThatThrownBy(() -> BreachedPasswords.in(file))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
