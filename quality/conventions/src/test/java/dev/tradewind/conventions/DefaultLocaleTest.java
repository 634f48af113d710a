package dev.tradewind.conventions;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.testing.Modules;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/**
 * Independence of the language of the machine. In Arabic, Persian or Thai a number that is
 * formatted by the default locale has digits that neither SQL nor a client reads.
 */
class DefaultLocaleTest {

  private static final Pattern MAIN = Pattern.compile("static void main\\([^)]*\\)[^{]*\\{");

  /** A conversion of a number, whose digits and separators are those of a locale. */
  private static final Pattern NUMBER =
      Pattern.compile("%(\\d\\$)?([-,+#(]*(0?[1-9]\\d?)?d|,?(\\.\\d)?[feEgG])(?![0-9a-zA-Z%])");

  private static final Pattern ROOT = Pattern.compile("String\\.format\\(\\s*Locale\\.ROOT");

  private static final Pattern FORMATS_BY_DEFAULT =
      Pattern.compile(
          "DateTimeFormatter\\.ofPattern\\([^,()]*\\)|\\.get\\w*NumberFormat\\(\\)"
              + "|NumberFormat\\.get\\w*Instance\\(\\)|Locale\\.getDefault\\(|Calendar\\.getInstance\\(\\)"
              + "|\\.to(?:Upper|Lower)Case\\(\\)");

  @Test
  void eachProgramBeginsWithOneLocale() {
    List<String> wrong = new ArrayList<>();
    int programs = 0;
    for (Path file : Modules.files("src/main/java", ".java")) {
      String text = SourceFiles.text(file);
      Matcher main = MAIN.matcher(text);
      if (main.find()) {
        programs++;
        String body = text.substring(main.end()).replaceAll("(?m)^\\s*//.*\\R", "").strip();
        if (!body.startsWith("Locale.setDefault(Locale.ROOT);")) {
          wrong.add(file.toString());
        }
      }
    }

    assertThat(programs).isGreaterThan(4);
    assertThat(wrong).isEmpty();
  }

  /**
   * Numbers are written by %s, or by String.format(Locale.ROOT, ...). Plugins and tools run modules
   * in JVMs of others, where the default is another.
   */
  @Test
  void noNumberIsFormattedByTheDefault() {
    List<String> wrong = new ArrayList<>();
    for (Path file : Modules.files("src/main/java", ".java")) {
      if (Modules.of(file).equals("benchmarks")) {
        continue;
      }
      String text = SourceFiles.text(file);
      boolean formatsNumbers =
          text.lines().anyMatch(line -> !isModulo(line) && NUMBER.matcher(line).find());
      if (FORMATS_BY_DEFAULT.matcher(text).find()
          || (formatsNumbers && !ROOT.matcher(text).find())) {
        wrong.add(file.toString());
      }
    }

    assertThat(wrong).isEmpty();
  }

  private static boolean isModulo(String line) {
    return !line.contains("\"") && line.contains(" % ");
  }
}
