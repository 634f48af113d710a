package dev.tradewind.acceptance.operation;

import dev.tradewind.embedded.Home;
import dev.tradewind.testing.Modules;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;

/** An earlier commit of the project, built in a clone of its own. */
final class FormerVersion {

  private static final Path CLONE =
      Modules.folder("acceptance-tests").resolve("target/former-version");

  private FormerVersion() {}

  /**
   * Builds a commit.
   *
   * @return class path of its nodes
   */
  static String classPath(String commit) throws IOException, InterruptedException {
    String id = run(Home.folder(), "git", "rev-parse", "--verify", commit + "^{commit}").strip();
    if (!Files.isDirectory(CLONE)) {
      run(Home.folder(), "git", "clone", "--quiet", "--no-checkout", ".", CLONE.toString());
    }
    run(CLONE, "git", "fetch", "--quiet", "origin");
    run(CLONE, "git", "checkout", "--quiet", "--detach", id);
    run(CLONE, "./tradewind", "--version");
    Path target = Modules.folder(CLONE, "launcher").resolve("target");
    return target.resolve("lib/*") + File.pathSeparator + target.resolve("launcher.jar");
  }

  private static String run(Path folder, String... command)
      throws IOException, InterruptedException {
    ProcessBuilder builder =
        new ProcessBuilder(List.of(command)).directory(folder.toFile()).redirectErrorStream(true);
    Process process = builder.start();
    String output = new String(process.getInputStream().readAllBytes());
    if (process.waitFor() != 0) {
      throw new AssertionError(Arrays.toString(command) + "\n" + output);
    }
    return output;
  }
}
