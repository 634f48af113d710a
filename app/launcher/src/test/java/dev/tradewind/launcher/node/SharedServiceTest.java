package dev.tradewind.launcher.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tradewind.launcher.config.CliException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SharedServiceTest {

  @TempDir private Path folder;
  private final AtomicBoolean runs = new AtomicBoolean();

  @Test
  void theFirstRunsTheServiceUntilItCloses() throws Exception {
    try (SharedService service = SharedService.obtain(folder, true, this::start)) {
      assertThat(service.isOwn()).isTrue();
      assertThat(service.address()).isEqualTo("here:1");
      assertThat(Files.readAllLines(folder.resolve("address")))
          .containsExactly("here:1", "lasting");
      // The address of a database contains its password.
      assertThat(
              PosixFilePermissions.toString(
                  Files.getPosixFilePermissions(folder.resolve("address"))))
          .isEqualTo("rw-------");
    }

    assertThat(runs).isFalse();
    assertThat(folder.resolve("address")).doesNotExist();
  }

  @Test
  void theAddressFileOfAKilledProcessIsIgnored() throws Exception {
    Files.writeString(folder.resolve("address"), "gone:1\nlasting\n");

    try (SharedService service = SharedService.obtain(folder, true, this::start)) {
      assertThat(service.address()).isEqualTo("here:1");
    }
  }

  @Test
  void aServiceThatDoesNotStartLeavesTheFolderFree() throws Exception {
    assertThatThrownBy(() ->
            SharedService.obtain(
                folder,
                true,
                () -> {
                  throw new CliException("Broken.");
                }))
        .hasMessage("Broken.");

    try (SharedService service = SharedService.obtain(folder, true, this::start)) {
      assertThat(service.isOwn()).isTrue();
    }
  }

  private SharedService.Running start() {
    runs.set(true);
    return new SharedService.Running("here:1", () -> runs.set(false));
  }
}
