package dev.tradewind.launcher.plugin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tradewind.launcher.config.CliException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PluginFilesTest {

  @TempDir private Path folder;

  @Test
  void aProjectHasItsPluginWhereItIsBuilt() throws Exception {
    Files.createFile(folder.resolve("pom.xml"));
    Path built = folder.resolve("target/plugin");

    assertThat(PluginFiles.of(folder).source()).isEqualTo(built);
    assertThatThrownBy(() -> PluginFiles.of(folder).require())
        .isInstanceOf(CliException.class)
        .hasMessageContaining("There is no plugin in " + built)
        .hasMessageContaining("mvn package");

    Files.createDirectories(built);
    writeJar(built.resolve("gifts.jar"), "one");
    assertThat(PluginFiles.of(folder).require()).isEqualTo(built);
  }

  @Test
  void aJarAndAFolderOfPluginsStayAsTheyAre() throws Exception {
    Path jar = folder.resolve("gifts.jar");
    writeJar(jar, "one");

    assertThat(PluginFiles.of(jar).require()).isEqualTo(jar);
    assertThat(PluginFiles.of(folder).require()).isEqualTo(folder);
  }

  @Test
  void aCopyHasTheFilesOfBeforeABuild() throws Exception {
    Path jar = folder.resolve("plugins/gifts/gifts.jar");
    Files.createDirectories(jar.getParent());
    writeJar(jar, "one");
    byte[] before = Files.readAllBytes(jar);

    Path copy = PluginFiles.of(folder.resolve("plugins")).copyTo(folder.resolve("copy"));
    writeJar(jar, "two");

    assertThat(copy.resolve("gifts/gifts.jar")).hasBinaryContent(before);
  }

  @Test
  void aChangeIsSeenWhenTheFilesAreWhole() throws Exception {
    Path jar = folder.resolve("gifts.jar");
    writeJar(jar, "one");
    PluginFiles files = PluginFiles.of(folder);
    String before = files.state();
    CompletableFuture<String> change =
        CompletableFuture.supplyAsync(() -> {
          try {
            return files.awaitChange(before);
          } catch (InterruptedException stopped) {
            throw new AssertionError(stopped);
          }
        });

    Files.writeString(jar, "half of a jar");
    Thread.sleep(1_000);
    assertThat(change).isNotDone();
    writeJar(jar, "a longer text");

    assertThat(change.join()).isEqualTo(files.state()).isNotEqualTo(before);
  }

  private static void writeJar(Path file, String text) throws IOException {
    try (JarOutputStream jar = new JarOutputStream(Files.newOutputStream(file))) {
      jar.putNextEntry(new JarEntry(text));
    }
  }
}
