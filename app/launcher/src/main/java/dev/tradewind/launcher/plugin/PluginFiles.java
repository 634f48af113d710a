package dev.tradewind.launcher.plugin;

import dev.tradewind.launcher.config.CliException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.ZipException;
import java.util.zip.ZipFile;

/**
 * Files of plugins in development, which builds replace while a node runs.
 *
 * @param source jar, or folder of plugins
 */
public record PluginFiles(Path source) {

  private static final long PAUSE_MILLIS = 200;

  /**
   * Files of a plugin.
   *
   * @param path its Maven project, a folder of plugins, or a jar
   */
  public static PluginFiles of(Path path) {
    Path absolute = path.toAbsolutePath().normalize();
    return new PluginFiles(
        Files.exists(absolute.resolve("pom.xml"))
            ? absolute.resolve("target").resolve("plugin")
            : absolute);
  }

  /**
   * The files, there and readable.
   *
   * @throws CliException if they are not built
   */
  public Path require() {
    if (state().isEmpty()) {
      throw new CliException(
          "There is no plugin in %s. `mvn package` builds the project of a plugin."
              .formatted(source));
    }
    return source;
  }

  /** Paths, sizes and times of the jars; empty without one. */
  public String state() {
    try {
      StringBuilder state = new StringBuilder();
      for (Path jar : jars()) {
        state.append("%s %s %s\n".formatted(jar, Files.size(jar), Files.getLastModifiedTime(jar)));
      }
      return state.toString();
    } catch (NoSuchFileException replaced) {
      return "";
    } catch (IOException unreadable) {
      throw new CliException("The plugins in " + source + " cannot be read.", unreadable);
    }
  }

  private List<Path> jars() throws IOException {
    if (!Files.exists(source)) {
      return List.of();
    }
    try (Stream<Path> files = Files.walk(source, 2)) {
      return files.filter(file -> file.toString().endsWith(".jar")).sorted().toList();
    }
  }

  /**
   * Waits for the end of the next build.
   *
   * @param before state of the files that the node has
   * @return the new state
   */
  public String awaitChange(String before) throws InterruptedException {
    String last = before;
    while (true) {
      Thread.sleep(PAUSE_MILLIS);
      String now = state();
      boolean isAnother = now.equals(last) && !now.isEmpty() && !now.equals(before);
      // A build may have replaced the files while they were read.
      if (isAnother && areWhole() && now.equals(state())) {
        return now;
      }
      last = now;
    }
  }

  private boolean areWhole() {
    try {
      for (Path jar : jars()) {
        new ZipFile(jar.toFile()).close();
      }
      return true;
    } catch (ZipException | NoSuchFileException beingWritten) {
      return false;
    } catch (IOException unreadable) {
      throw new CliException("The plugins in " + source + " cannot be read.", unreadable);
    }
  }

  /** Deletes copied files. */
  static void delete(Path copied) {
    try (Stream<Path> files = Files.walk(copied)) {
      for (Path each : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(each);
      }
    } catch (IOException failure) {
      throw new CliException("The copied plugins in " + copied + " cannot be deleted.", failure);
    }
  }

  /** Copies the files, so that a build does not change what a node has loaded. */
  public Path copyTo(Path folder) {
    try {
      for (Path jar : jars()) {
        Path copy = folder.resolve(source.equals(jar) ? jar.getFileName() : source.relativize(jar));
        Files.createDirectories(copy.getParent());
        Files.copy(jar, copy);
      }
      return folder;
    } catch (IOException failure) {
      throw new CliException("The plugins in " + source + " cannot be copied.", failure);
    }
  }
}
