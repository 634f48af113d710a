package dev.tradewind.launcher.file;

import dev.tradewind.batch.file.CopiedFiles;
import dev.tradewind.gateway.files.ContentCheck;
import dev.tradewind.gateway.files.MalwareScanner;
import dev.tradewind.kernel.operation.Problem;
import dev.tradewind.launcher.config.Awaiting;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import java.io.IOException;
import java.io.InputStream;
import java.net.HttpURLConnection;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Copying of files from another server into the shop. Only the origin that the operator named is
 * asked, without redirects, so that data cannot lead the command elsewhere.
 */
final class FileFetch {

  private static final int CHUNK = 256 * 1024;
  private static final int CONNECT_MILLIS = 5_000;
  private static final int READ_MILLIS = 30_000;
  private static final Duration MAX_FILE = Duration.ofMinutes(10);
  private static final Duration MAX_STEP = Duration.ofMinutes(2);

  private static final Pattern PARTS =
      Pattern.compile("(https?)://([^/]+)(/[^?#]*)(?:\\?([^#]*))?.*");

  private final CopiedFiles files;
  private final long maxBytes;
  private final @Nullable MalwareScanner scanner;

  /**
   * @param maxBytes size of the largest file
   * @param scanner of uploads; absent: files are not scanned
   */
  FileFetch(CopiedFiles files, long maxBytes, @Nullable MalwareScanner scanner) {
    this.scanner = scanner;
    this.files = files;
    this.maxBytes = maxBytes;
  }

  /** Refusal of a file, with the reason for the operator. */
  static final class NotFetched extends Exception {

    private static final long serialVersionUID = 1L;

    private NotFetched(String reason) {
      super(reason);
    }
  }

  /**
   * Copies a file, unless it has been copied before.
   *
   * @param isPublic whether shoppers see its URL
   * @return what takes the place of the URL
   * @throws NotFetched if it cannot be copied; nothing is left of it
   */
  String fetch(String url, boolean isPublic) throws NotFetched {
    URI address = address(url);
    String path = address.getPath();
    String name = path.substring(path.lastIndexOf('/') + 1);
    Optional<String> current = await(files.find(url, name, isPublic));
    return current.isPresent() ? current.get() : copy(url, address, name, isPublic);
  }

  /** The address of a URL that may have blanks and other characters as they are. */
  private static URI address(String url) throws NotFetched {
    Matcher parts = PARTS.matcher(url);
    if (!parts.matches()) {
      throw new NotFetched("it is no URL of a file");
    }
    try {
      String path = parts.group(3);
      String plain =
          path.indexOf('%') < 0
              ? path
              : URLDecoder.decode(path.replace("+", "%2B"), StandardCharsets.UTF_8);
      return new URI(parts.group(1), parts.group(2), plain, parts.group(4), null);
    } catch (URISyntaxException | IllegalArgumentException malformed) {
      throw new NotFetched("it is no URL of a file");
    }
  }

  private String copy(String url, URI address, String name, boolean isPublic) throws NotFetched {
    try {
      HttpURLConnection connection = (HttpURLConnection) address.toURL().openConnection();
      connection.setConnectTimeout(CONNECT_MILLIS);
      connection.setReadTimeout(READ_MILLIS);
      connection.setInstanceFollowRedirects(false);
      try {
        if (connection.getResponseCode() != HttpURLConnection.HTTP_OK) {
          throw new NotFetched("the server answered " + connection.getResponseCode());
        }
        String type =
            Objects.requireNonNullElse(connection.getContentType(), "application/octet-stream");
        ContentCheck check = ContentCheck.of(name, type, true);
        try (InputStream content = connection.getInputStream()) {
          return store(content, url, name, type.split(";", 2)[0].strip(), isPublic, check);
        }
      } finally {
        connection.disconnect();
      }
    } catch (Problem refused) {
      throw new NotFetched(String.valueOf(refused.getMessage()));
    } catch (IOException failure) {
      throw new NotFetched("the server does not deliver it: " + failure);
    }
  }

  private String store(
      InputStream content,
      String url,
      String name,
      String type,
      boolean isPublic,
      ContentCheck check)
      throws NotFetched, IOException {
    long end = System.nanoTime() + MAX_FILE.toNanos();
    CopiedFiles.Copy copy = await(files.begin(url, name, type, isPublic));
    boolean isComplete = false;
    MalwareScanner.@Nullable Scan scan = null;
    try {
      scan = scanner == null ? null : await(scanner.begin());
      long size = 0;
      byte[] chunk = content.readNBytes(CHUNK);
      while (chunk.length > 0) {
        size += chunk.length;
        if (size > maxBytes) {
          throw new NotFetched("it is larger than %s bytes".formatted(maxBytes));
        }
        if (System.nanoTime() > end) {
          throw new NotFetched("it takes longer than %s minutes".formatted(MAX_FILE.toMinutes()));
        }
        Buffer part = Buffer.buffer(chunk);
        check.add(part);
        if (scan != null) {
          await(scan.add(part));
        }
        await(copy.append(part));
        chunk = content.readNBytes(CHUNK);
      }
      check.end();
      if (scan != null) {
        await(scan.finish());
      }
      String reference = await(copy.complete());
      isComplete = true;
      return reference;
    } finally {
      if (scan != null) {
        scan.close();
      }
      if (!isComplete) {
        await(copy.abandon());
      }
    }
  }

  private static <T> T await(Future<T> step) {
    return Awaiting.await("Storing a file", step, MAX_STEP);
  }
}
