package dev.tradewind.testing;

import dev.tradewind.embedded.Home;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.extension.AnnotatedElementContext;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.io.TempDirFactory;

/**
 * Temporary folders of tests beside the data of test servers, in memory where it has room: nodes
 * keep databases in them. A module names this class in its {@code junit-platform.properties}.
 */
public final class TestDataFolders implements TempDirFactory {

  /** Creates a folder with that beginning of its name, which its caller deletes. */
  public static Path create(String prefix) throws IOException {
    return Files.createTempDirectory(Files.createDirectories(Home.testData()), prefix);
  }

  @Override
  public Path createTempDirectory(AnnotatedElementContext element, ExtensionContext test)
      throws IOException {
    return create("junit");
  }
}
