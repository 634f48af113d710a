package dev.tradewind.testing;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TestDataFoldersTest {

  @TempDir private Path parent;

  @Test
  void theFoldersOfProcessesThatAreGoneAreDeleted() throws Exception {
    Process ended = new ProcessBuilder("true").start();
    ended.waitFor();
    Path abandoned = folder("kafka-" + ended.pid() + "-17");
    Path own = folder("junit-" + ProcessHandle.current().pid() + "-18");
    Path other = folder("24f76a04-3423-43e6-b78f-6003e365f9ee");

    TestDataFolders.deleteAbandoned(parent);

    assertThat(abandoned).doesNotExist();
    assertThat(own.resolve("data")).exists();
    assertThat(other.resolve("data")).exists();
  }

  private Path folder(String name) throws Exception {
    Path folder = Files.createDirectory(parent.resolve(name));
    Files.createFile(folder.resolve("data"));
    return folder;
  }
}
