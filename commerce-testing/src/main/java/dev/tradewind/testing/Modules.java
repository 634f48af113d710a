package dev.tradewind.testing;

import dev.tradewind.embedded.Home;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

/** Modules of the project, found by their artifact ids wherever their folders lie. */
public final class Modules {

  private static final String PARENT_END = "</parent>";
  private static final String ID = "<artifactId>";

  /** Folders of modules lie in the folder of the project, or in one of a group. */
  private static final int DEPTH = 2;

  private Modules() {}

  /** Folder of the module with that artifact id. */
  public static Path folder(String artifactId) {
    return folder(Home.folder(), artifactId);
  }

  /** Folder of a module in another clone of the project. */
  public static Path folder(Path project, String artifactId) {
    return folders(project).stream()
        .filter(folder -> artifactId(folder).filter(artifactId::equals).isPresent())
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("No module " + artifactId));
  }

  /** Artifact id of the module that has the file; empty if none has it. */
  public static String of(Path file) {
    return Stream.iterate(file, Objects::nonNull, Path::getParent)
        .flatMap(folder -> artifactId(folder).stream())
        .findFirst()
        .orElse("");
  }

  /** Files below this folder of the modules that have it, with this end of their names, sorted. */
  public static List<Path> files(String folder, String suffix) {
    return folders(Home.folder()).stream()
        .map(module -> module.resolve(folder))
        .filter(Files::isDirectory)
        .flatMap(found -> filesIn(found, suffix))
        .sorted()
        .toList();
  }

  private static List<Path> folders(Path project) {
    try (Stream<Path> folders = Files.walk(project, DEPTH)) {
      return folders
          .filter(folder -> !folder.equals(project))
          .filter(Files::isDirectory)
          .filter(folder -> !project.relativize(folder).startsWith(".git"))
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

  /** Empty for a folder that is no module, and for one that only groups modules. */
  private static Optional<String> artifactId(Path folder) {
    Path file = folder.resolve("pom.xml");
    if (!Files.exists(file) || !Files.isDirectory(folder.resolve("src"))) {
      return Optional.empty();
    }
    try {
      String project = Files.readString(file);
      int from = project.indexOf(ID, project.indexOf(PARENT_END)) + ID.length();
      return Optional.of(project.substring(from, project.indexOf('<', from)));
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
  }
}
