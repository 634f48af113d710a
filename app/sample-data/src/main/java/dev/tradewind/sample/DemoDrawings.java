package dev.tradewind.sample;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Objects;

/**
 * Drawings of the products of the demo shop, as data URLs: they need no file storage. A URL of an
 * image has at most 2,000 characters.
 */
final class DemoDrawings {

  private DemoDrawings() {}

  /** URL of the drawing of a file. */
  static String url(String name) {
    String path = "/demo/images/" + name;
    try (InputStream in =
        Objects.requireNonNull(DemoDrawings.class.getResourceAsStream(path), path)) {
      String svg = new String(in.readAllBytes(), StandardCharsets.UTF_8);
      return "data:image/svg+xml,"
          + svg.replace("\n", "")
              .replace("%", "%25")
              .replace("#", "%23")
              .replace("<", "%3C")
              .replace(">", "%3E")
              .replace(" ", "%20");
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }
}
