package dev.tradewind.conventions;

import dev.tradewind.embedded.Home;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** Files of the project, found and read. */
final class SourceFiles {

  private SourceFiles() {}

  /** Files below this folder of the modules that have it, with this end of their names, sorted. */
  static List<Path> ofModules(String folder, String suffix) {
    try (Stream<Path> modules = Files.list(Home.folder())) {
      return modules
          .map(module -> module.resolve(folder))
          .filter(Files::isDirectory)
          .flatMap(present -> filesIn(present, suffix))
          .sorted()
          .toList();
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
  }

  private static Stream<Path> filesIn(Path folder, String suffix) {
    try (Stream<Path> all = Files.walk(folder)) {
      return all.filter(file -> file.toString().endsWith(suffix)).toList().stream();
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
  }

  /** Name of the module of a file. */
  static String moduleOf(Path file) {
    return Home.folder().relativize(file).getName(0).toString();
  }

  static String text(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
  }
}
