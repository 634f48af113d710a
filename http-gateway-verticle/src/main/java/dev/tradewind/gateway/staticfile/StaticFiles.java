package dev.tradewind.gateway.staticfile;

import dev.tradewind.kernel.text.Sha256;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Static files in memory, by name. Only listed files can be found, so no request can name another
 * resource.
 */
public final class StaticFiles {

  private static final String LIST = "files.json";

  private static final Map<String, String> CONTENT_TYPES =
      Map.of(
          "css", "text/css; charset=utf-8",
          "html", "text/html; charset=utf-8",
          "ico", "image/x-icon",
          "jpg", "image/jpeg",
          "js", "text/javascript; charset=utf-8",
          "png", "image/png",
          "svg", "image/svg+xml",
          "txt", "text/plain; charset=utf-8",
          "webp", "image/webp",
          "woff2", "font/woff2");

  private final Map<String, StaticFile> files;
  private final String version;

  private StaticFiles(Map<String, StaticFile> files) {
    StringBuilder all = new StringBuilder();
    new TreeMap<>(files).forEach((name, file) -> all.append(name).append(file.hash()));
    this.files = Map.copyOf(files);
    this.version = Sha256.of(all.toString()).substring(0, 16);
  }

  /** Files of a folder of resources whose list a build has made; without a list there are none. */
  static StaticFiles built(String folder) {
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
    return new StaticFiles(files);
  }

  /** Files among the resources that no build has prepared, by their names. */
  static StaticFiles plain(List<String> paths) {
    Map<String, StaticFile> files = new HashMap<>();
    for (String path : paths) {
      String name = path.substring(path.lastIndexOf('/') + 1);
      files.put(name, StaticFile.of(contentType(name), present(path)));
    }
    return new StaticFiles(files);
  }

  /**
   * Files that are read already, by their names; revalidated and sent as they are.
   *
   * @throws IllegalArgumentException if the ending of a name is not one of a known media type
   */
  public static StaticFiles ofContents(Map<String, Buffer> contents) {
    Map<String, StaticFile> files = new HashMap<>();
    contents.forEach((name, content) -> {
      String hash = HexFormat.of().formatHex(Sha256.digest(content.getBytes())).substring(0, 32);
      files.put(name, new StaticFile(contentType(name), hash, false, content, null));
    });
    return new StaticFiles(files);
  }

  private static String contentType(String name) {
    String type = CONTENT_TYPES.get(name.substring(name.lastIndexOf('.') + 1));
    if (type == null) {
      throw new IllegalArgumentException(name + " has no known media type");
    }
    return type;
  }

  public Optional<StaticFile> find(String name) {
    return Optional.ofNullable(files.get(name));
  }

  /** Hash over all names and contents, for paths that change with the content of any file. */
  public String version() {
    return version;
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
