package dev.tradewind.gateway.forward;

import dev.tradewind.embedded.Home;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import javax.tools.ToolProvider;

/** Code blocks of the page about extensions. */
final class ExamplesOfPage {

  private static final Path PAGE = Home.folder().resolve("docs/extending.md");

  private ExamplesOfPage() {}

  /** The first block of a language in the section about routes. */
  static String block(String language) throws IOException {
    Pattern pattern = Pattern.compile("```" + language + "\n(.*?)```", Pattern.DOTALL);
    List<MatchResult> found =
        pattern
            .matcher(Files.readString(PAGE).split("\n## Routes\n", 2)[1].split("\n## ", 2)[0])
            .results()
            .toList();
    return found.getFirst().group(1);
  }

  /** The class of the Java block, compiled. */
  static Class<?> verifier(Path folder) throws Exception {
    Path source = folder.resolve("com/example/CallerVerifier.java");
    Files.createDirectories(source.getParent());
    Files.writeString(source, block("java"));
    int failed =
        ToolProvider.getSystemJavaCompiler()
            .run(
                null,
                null,
                null,
                "-proc:none",
                "-cp",
                System.getProperty("java.class.path"),
                "-d",
                folder.toString(),
                source.toString());
    if (failed != 0) {
      throw new IllegalStateException("The Java block does not compile");
    }
    return new java.net.URLClassLoader(
            new java.net.URL[] {folder.toUri().toURL()}, ExamplesOfPage.class.getClassLoader())
        .loadClass("com.example.CallerVerifier");
  }
}
