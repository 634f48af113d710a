package dev.tradewind.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.testing.Modules;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The kernel serves any business, so neither its types nor its texts name what a shop has. */
class ShopTermsTest {

  private static final Path SOURCES = Modules.folder("commerce-kernel").resolve("src/main/java");

  private static final Pattern COMMENT =
      Pattern.compile("/\\*.*?\\*/|^\\s*//.*?$", Pattern.DOTALL | Pattern.MULTILINE);

  private static final Pattern TYPE = Pattern.compile("\\b(?:class|record|interface|enum)\\s+\\w+");

  private static final Pattern TEXT =
      Pattern.compile("\"\"\".*?\"\"\"|\"(?:[^\"\\\\\\n]|\\\\.)*\"", Pattern.DOTALL);

  private static final Pattern SHOP_TERM =
      Pattern.compile(
          "(?i:cart|order|product|customer|discount|payment|variant)s?(?![a-z])(?!\\s+BY\\b)");

  // Lists are sorted by what the wire calls "order", and tokens of customers carry their id.
  private static final Set<String> ALLOWED =
      Set.of(
          "ListDefinition.java \"order\"",
          "ListDefinition.java \"Order field \"",
          "Token.java \"customer_id\"");

  @Test
  void typesAndTextsNameNothingOfAShop() throws IOException {
    List<Path> sources;
    try (Stream<Path> files = Files.walk(SOURCES)) {
      sources = files.filter(file -> file.toString().endsWith(".java")).toList();
    }

    assertThat(sources).isNotEmpty();
    assertThat(sources.stream().flatMap(ShopTermsTest::named)).isSubsetOf(ALLOWED);
  }

  @Test
  void aShopTermIsFound() {
    assertThat(found("class OrderLine {}")).containsExactly("class OrderLine");
    assertThat(found("\"payment_provider\"")).containsExactly("\"payment_provider\"");
    assertThat(found("\"SELECT 1 ORDER BY id\" + \"border\" /* a cart */")).isEmpty();
  }

  private static Stream<String> named(Path file) {
    try {
      return found(Files.readString(file)).map(text -> file.getFileName() + " " + text);
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }

  private static Stream<String> found(String source) {
    String code = COMMENT.matcher(source).replaceAll("");
    return Stream.of(TYPE, TEXT)
        .flatMap(pattern -> pattern.matcher(code).results())
        .map(result -> result.group())
        .filter(text -> namesShop(text));
  }

  private static boolean namesShop(String text) {
    return SHOP_TERM
        .matcher(text)
        .results()
        .anyMatch(term -> {
          char first = text.charAt(term.start());
          return term.start() == 0
              || Character.isUpperCase(first)
              || !Character.isLetter(text.charAt(term.start() - 1));
        });
  }
}
