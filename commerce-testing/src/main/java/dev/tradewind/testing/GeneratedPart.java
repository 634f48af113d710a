package dev.tradewind.testing;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.embedded.Home;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Part of a page of the documentation that a test derives from the code, between the comments
 * {@code generated: NAME} and {@code end of NAME}.
 *
 * @param page path within the repository
 * @param name in the comments of the page
 * @param property system property with which the test writes the part
 */
public record GeneratedPart(String page, String name, String property) {

  /** Writes the part if the system property is true, else holds that the page has it. */
  public void assertIs(String text) {
    Path file = Home.folder().resolve(page);
    try {
      String whole = Files.readString(file);
      String begin = "<!-- generated: " + name + " -->\n\n";
      int from = whole.indexOf(begin) + begin.length();
      int to = whole.indexOf("\n<!-- end of " + name + " -->", from);
      assertThat(to).as("comments of %s in %s", name, page).isPositive();
      if (Boolean.getBoolean(property)) {
        Files.writeString(file, whole.substring(0, from) + text + whole.substring(to));
        return;
      }
      assertThat(whole.substring(from, to)).as("write it with -D%s=true", property).isEqualTo(text);
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }
}
