package dev.tradewind.acceptance;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.tradewind.embedded.Home;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The client library that storefronts of the reference use goes all the way to an order. It needs
 * Node.js with npm, and leaves this out where there is none; CI must have them.
 */
class MedusaClientIT {

  private static final Path SOURCES =
      Home.folder().resolve("acceptance-tests").resolve("src/test/javascript");
  private static final long LONGEST_WAIT_SECONDS = 120;

  @Test
  void theClientOfTheReferenceShops(@TempDir Path folder) throws Exception {
    boolean isCi = "true".equals(System.getenv("CI"));
    assumeTrue(isCi || hasNode(), "Node.js with npm is not installed");
    for (String file : List.of("package.json", "package-lock.json", ".npmrc", "storefront.mjs")) {
      Files.copy(SOURCES.resolve(file), folder.resolve(file));
    }
    Shop shop = Shop.shared();

    run(folder, "npm", "ci");
    String said = run(folder, "node", "storefront.mjs", shop.storefront().url());

    assertThat(said).contains("was placed");
  }

  private static boolean hasNode() {
    try {
      for (String tool : List.of("node", "npm")) {
        if (new ProcessBuilder(tool, "--version").start().waitFor() != 0) {
          return false;
        }
      }
      return true;
    } catch (IOException absent) {
      return false;
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  private static String run(Path folder, String... command) throws Exception {
    Path output = Files.createTempFile(folder, "said", ".txt");
    Process process =
        new ProcessBuilder(command)
            .directory(folder.toFile())
            .redirectErrorStream(true)
            .redirectOutput(output.toFile())
            .start();
    boolean hasEnded = process.waitFor(LONGEST_WAIT_SECONDS, TimeUnit.SECONDS);
    process.destroyForcibly();
    String said = Files.readString(output, UTF_8);
    assertThat(hasEnded).as(said).isTrue();
    assertThat(process.exitValue()).as(said).isZero();
    return said;
  }
}
