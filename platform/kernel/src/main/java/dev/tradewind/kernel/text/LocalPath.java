package dev.tradewind.kernel.text;

import java.net.URI;
import java.net.URISyntaxException;
import org.jspecify.annotations.Nullable;

/**
 * Path of this shop as the target of a redirection, whichever text it comes from. The text is
 * parsed as a URL, resolved against the shop and has to keep its origin, because a browser takes
 * {@code //host}, {@code /\host} and {@code /<tab>/host} for another one.
 */
public final class LocalPath {

  private static final URI SHOP = URI.create("http://shop.invalid/");

  private LocalPath() {}

  /**
   * Path with its query and fragment, encoded.
   *
   * @param otherwise path in place of a text that is none of this shop
   */
  public static String of(String text, String otherwise) {
    try {
      URI resolved = SHOP.resolve(new URI(text)).normalize();
      String path = resolved.getRawPath();
      boolean isLocal =
          text.startsWith("/")
              && SHOP.getScheme().equals(resolved.getScheme())
              && SHOP.getRawAuthority().equals(resolved.getRawAuthority())
              && !path.startsWith("//");
      if (isLocal) {
        return new URI(
                path + rest("?", resolved.getRawQuery()) + rest("#", resolved.getRawFragment()))
            .toASCIIString();
      }
      return otherwise;
    } catch (URISyntaxException malformed) {
      return otherwise;
    }
  }

  private static String rest(String separator, @Nullable String part) {
    return part == null ? "" : separator + part;
  }
}
