package dev.tradewind.gateway.dashboard;

import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Static files in memory, by name. The list of the files is part of the build, so no request can
 * name another resource.
 */
final class StaticFiles {

  private static final String LIST = "files.json";

  private final Map<String, StaticFile> files;

  private StaticFiles(Map<String, StaticFile> files) {
    this.files = files;
  }

  /** The files of a folder of resources; without a list of files there are none. */
  static StaticFiles load(String folder) {
    Map<String, StaticFile> files = new HashMap<>();
    Buffer list = read(folder + "/" + LIST);
    for (Object element : list == null ? new JsonArray() : list.toJsonArray()) {
      JsonObject file = (JsonObject) element;
      String name = file.getString("name");
      String path = folder + "/" + name;
      files.put(
          name,
          new StaticFile(
              file.getString("type"),
              file.getString("hash"),
              file.getBoolean("immutable"),
              present(path),
              file.getBoolean("compressed") ? present(path + ".gz") : null));
    }
    return new StaticFiles(Map.copyOf(files));
  }

  Optional<StaticFile> find(String name) {
    return Optional.ofNullable(files.get(name));
  }

  private static Buffer present(String path) {
    Buffer content = read(path);
    if (content == null) {
      throw new IllegalStateException("The listed file " + path + " is missing");
    }
    return content;
  }

  private static @Nullable Buffer read(String path) {
    try (InputStream in = StaticFiles.class.getResourceAsStream(path)) {
      return in == null ? null : Buffer.buffer(in.readAllBytes());
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }
}
