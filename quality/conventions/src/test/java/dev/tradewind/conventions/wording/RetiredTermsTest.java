package dev.tradewind.conventions.wording;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.embedded.Home;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * Vocabulary check: identifiers of retired-terms.txt and words of retired-prose.txt stay unused.
 */
class RetiredTermsTest {

  /** Pages for readers; comments, messages and names of all else avoid retired prose. */
  private static final Set<String> PAGES =
      Set.of("docs", "CHANGELOG.md", "CONTRIBUTING.md", "README.md", "SECURITY.md");

  private static final String LIST = "retired-terms.txt";
  private static final String PROSE_LIST = "retired-prose.txt";

  /** The end of a line within a sentence, with the comment sign of the next line. */
  private static final Pattern LINE_BREAK =
      Pattern.compile("[^\\S\\n]*+\\n\\s*(?:\\*(?!/)|//|#)?\\s*");

  private static final Pattern WORD = Pattern.compile("[\\w-]+");

  /** Javadoc begins with a noun phrase or a verb, not with a relative clause. */
  private static final Pattern RELATIVE_CLAUSE = Pattern.compile("/\\*\\* (?:Who|What|How)\\b");

  /** Names in stored schemas, which versioned migrations have fixed. */
  private static final Pattern STORED_NAMES = Pattern.compile("draft_order_sweep|swept_until");

  /** Migrations, recorded responses and the list of operations keep stored and wire names. */
  private static final Pattern TEXT =
      Pattern.compile(".*\\.(java|md|ya?ml|xml|properties|html|js|mjs)|.*META-INF/services/.*");

  private static final Set<String> IGNORED_FOLDERS =
      Set.of(".git", ".idea", ".tradewind", "examples", "node_modules", "target");

  private static final Set<String> FILES_WITH_ALIASES =
      Set.of("Setting.java", "SettingsTest.java", "configuration.md", "CHANGELOG.md");

  /** Pages that explain former names. */
  private static final Set<String> FILES_WITH_HISTORY = Set.of("CHANGELOG.md", "glossary.md");

  private static Map<String, List<String>> terms;
  private static Map<Path, String> files;

  /** Texts whose prose is checked, each sentence on one line. */
  private static Map<Path, String> sentences;

  @BeforeAll
  static void readAll() throws IOException {
    terms = terms();
    files = files(Home.folder());
    sentences = sentences();
  }

  @Test
  void retiredWordsAreFoundNowhere() {
    assertThat(findings(terms.get("words"), FILES_WITH_HISTORY)).isEmpty();
  }

  @Test
  void noTypeHasARetiredName() {
    Set<String> retired = Set.copyOf(terms.get("types"));

    assertThat(files.keySet())
        .extracting(file -> file.getFileName().toString().replace(".java", ""))
        .isNotEmpty()
        .doesNotContainAnyElementsOf(retired);
  }

  @Test
  void retiredPackagesAreFoundNowhere() {
    Pattern name =
        Pattern.compile(
            terms.get("packages").stream()
                .map(each -> each.replace(".", "[./]"))
                .collect(Collectors.joining("|", "\\b(", ")\\b")));

    assertThat(findings(name, found -> true, FILES_WITH_HISTORY)).isEmpty();
  }

  @Test
  void formerSettingsAreAliasesAlone() {
    assertThat(findings(terms.get("settings"), FILES_WITH_ALIASES)).isEmpty();
  }

  @Test
  void retiredProseIsFoundNowhere() throws IOException {
    Map<String, Pattern> prose =
        resource(PROSE_LIST)
            .lines()
            .filter(line -> !line.isBlank() && !line.startsWith("#"))
            .collect(Collectors.toMap(word -> word, RetiredTermsTest::prose));
    List<String> findings = new ArrayList<>();
    sentences.forEach((file, text) -> {
      String lowerCase = text.toLowerCase(Locale.ROOT);
      prose.forEach((word, pattern) -> {
        // Hardly any text has the word at all.
        if (lowerCase.contains(word)) {
          findings.addAll(findings(file, text, pattern, found -> true));
        }
      });
    });

    assertThat(findings).isEmpty();
  }

  @Test
  void noJavadocBeginsWithARelativeClause() {
    List<String> findings = new ArrayList<>();
    sentences.forEach(
        (file, text) -> findings.addAll(findings(file, text, RELATIVE_CLAUSE, found -> true)));

    assertThat(findings).isEmpty();
  }

  private static Map<Path, String> sentences() {
    Map<Path, String> joined = new LinkedHashMap<>();
    files.forEach((file, text) -> {
      if (!PAGES.contains(file.getName(0).toString())) {
        String sentence = LINE_BREAK.matcher(text).replaceAll(" ");
        joined.put(file, STORED_NAMES.matcher(sentence).replaceAll(""));
      }
    });
    return joined;
  }

  /** The word as such, at the beginning of a sentence, and as part of a name. */
  private static Pattern prose(String word) {
    char first = word.charAt(0);
    char capital = Character.toUpperCase(first);
    return Pattern.compile(
        "(?:\\b[%s%s]|%s)%s(?![a-z])".formatted(first, capital, capital, word.substring(1)));
  }

  private static List<String> findings(List<String> words, Set<String> exceptions) {
    Set<String> retired = Set.copyOf(words);
    return findings(WORD, retired::contains, exceptions);
  }

  private static List<String> findings(
      Pattern pattern, Predicate<String> isRetired, Set<String> exceptions) {
    List<String> findings = new ArrayList<>();
    files.forEach((file, text) -> {
      if (!exceptions.contains(file.getFileName().toString())) {
        findings.addAll(findings(file, text, pattern, isRetired));
      }
    });
    return findings;
  }

  private static List<String> findings(
      Path file, String text, Pattern pattern, Predicate<String> isRetired) {
    return pattern
        .matcher(text)
        .results()
        .map(MatchResult::group)
        .filter(isRetired)
        .map(found -> file + ": " + found)
        .toList();
  }

  private static Map<String, List<String>> terms() throws IOException {
    Map<String, List<String>> sections = new LinkedHashMap<>();
    List<String> section = new ArrayList<>();
    for (String line : resource(LIST).lines().toList()) {
      if (line.startsWith("[")) {
        section = new ArrayList<>();
        sections.put(line.substring(1, line.indexOf(']')), section);
      } else if (!line.isBlank() && !line.startsWith("#")) {
        section.add(line);
      }
    }
    return sections;
  }

  private static String resource(String name) throws IOException {
    try (InputStream list =
        Objects.requireNonNull(RetiredTermsTest.class.getResourceAsStream("/" + name), name)) {
      return new String(list.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  private static Map<Path, String> files(Path home) throws IOException {
    Map<Path, String> read = new LinkedHashMap<>();
    Files.walkFileTree(
        home,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
            return IGNORED_FOLDERS.contains(folder.getFileName().toString())
                ? FileVisitResult.SKIP_SUBTREE
                : FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes)
              throws IOException {
            if (TEXT.matcher(file.toString()).matches()) {
              read.put(home.relativize(file), Files.readString(file));
            }
            return FileVisitResult.CONTINUE;
          }
        });
    return read;
  }
}
