package dev.tradewind.testing;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.HexFormat;
import java.util.List;

/**
 * Installed npm packages, one folder for each lock file, which the tests of all modules and runs
 * share. They are in the user's cache, beside the built dashboard, and may be deleted at any time.
 */
final class NpmPackages {

  private static final List<String> FILES = List.of("package.json", "package-lock.json", ".npmrc");

  private NpmPackages() {}

  /**
   * Links the packages of a project's lock file into its folder; the first project with it installs
   * them.
   */
  static synchronized void link(Path project, Duration timeout) throws Exception {
    Path cache = Files.createDirectories(cache());
    String key = key(project);
    Path packages = cache.resolve(key);
    // Tests of several JVMs need the same packages.
    try (FileChannel lock =
        FileChannel.open(
            cache.resolve(key + ".lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
      lock.lock();
      if (!Files.isDirectory(packages)) {
        install(project, cache.resolve(key + ".unfinished"), timeout);
        Files.move(cache.resolve(key + ".unfinished"), packages, StandardCopyOption.ATOMIC_MOVE);
      }
    }
    Files.createSymbolicLink(project.resolve("node_modules"), packages.resolve("node_modules"));
  }

  private static void install(Path project, Path folder, Duration timeout) throws Exception {
    Files.createDirectories(folder);
    for (String file : FILES) {
      if (Files.exists(project.resolve(file))) {
        Files.copy(
            project.resolve(file), folder.resolve(file), StandardCopyOption.REPLACE_EXISTING);
      }
    }
    // Removes what an installation that was killed has left.
    new NodeJs(folder, timeout).run("npm", "ci");
  }

  private static Path cache() {
    String configured = System.getenv("XDG_CACHE_HOME");
    Path caches =
        configured == null
            ? Path.of(System.getProperty("user.home"), ".cache")
            : Path.of(configured);
    return caches.resolve("tradewind/npm-packages");
  }

  private static String key(Path project) throws IOException, NoSuchAlgorithmException {
    MessageDigest digest = MessageDigest.getInstance("SHA-256");
    for (String file : FILES) {
      if (Files.exists(project.resolve(file))) {
        digest.update(Files.readAllBytes(project.resolve(file)));
      }
    }
    return HexFormat.of().formatHex(digest.digest(), 0, 8);
  }
}
