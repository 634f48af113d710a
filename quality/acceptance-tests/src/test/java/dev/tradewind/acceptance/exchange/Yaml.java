package dev.tradewind.acceptance.exchange;

import dev.tradewind.testing.Modules;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/** Reader of the files in {@code recordings}. */
final class Yaml {

  private static final Path FOLDER =
      Modules.folder("acceptance-tests").resolve("src/test/resources/recordings");

  private Yaml() {}

  static JsonObject load(String file) {
    try {
      Map<String, Object> content =
          new org.yaml.snakeyaml.Yaml().load(Files.readString(FOLDER.resolve(file)));
      return new JsonObject(new JsonObject(content).encode());
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
  }
}
