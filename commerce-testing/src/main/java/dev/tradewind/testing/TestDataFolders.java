package dev.tradewind.testing;

import dev.tradewind.embedded.Home;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.AnnotatedElementContext;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.io.TempDirFactory;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Temporary folders of tests beside the data of test servers, in memory where it has room: nodes
 * keep databases in them. A module makes this class the factory of its JUnit. The first folder of a
 * JVM deletes those of JVMs that were killed.
 */
public final class TestDataFolders implements TempDirFactory {

  private static final Logger LOG = LoggerFactory.getLogger(TestDataFolders.class);

  /** Kind, process and a random number. */
  private static final Pattern NAME = Pattern.compile("[a-z]+-(\\d+)-\\d+");

  /** Creates a folder with that beginning of its name, which its caller deletes. */
  public static Path create(String kind) {
    try {
      return Files.createTempDirectory(
          Parent.FOLDER, kind + "-" + ProcessHandle.current().pid() + "-");
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }

  @Override
  public Path createTempDirectory(AnnotatedElementContext element, ExtensionContext test) {
    return create("junit");
  }

  /** Deletes a folder with its content, as far as it can. */
  static void delete(Path folder) {
    try (Stream<Path> content = Files.walk(folder)) {
      for (Path path : content.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(path);
      }
    } catch (IOException | UncheckedIOException failure) {
      LOG.warn("Deleting folder {} failed: {}", folder, failure.toString());
    }
  }

  /** Deletes the folders of processes that are gone. */
  static void deleteAbandoned(Path parent) {
    try (Stream<Path> folders = Files.list(parent)) {
      folders.filter(TestDataFolders::isAbandoned).forEach(TestDataFolders::delete);
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }

  private static boolean isAbandoned(Path folder) {
    Matcher name = NAME.matcher(folder.getFileName().toString());
    return name.matches() && ProcessHandle.of(Long.parseLong(name.group(1))).isEmpty();
  }

  private static final class Parent {
    static final Path FOLDER = prepared();

    private static Path prepared() {
      try {
        Path folder = Files.createDirectories(Home.testData());
        deleteAbandoned(folder);
        return folder;
      } catch (IOException failure) {
        throw new UncheckedIOException(failure);
      }
    }
  }
}
