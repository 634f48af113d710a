package dev.tradewind.s3;

import dev.tradewind.spi.file.FileObject;
import dev.tradewind.spi.file.FileStorage;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.streams.ReadStream;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * File storage on S3: public files in one bucket, all others in another. Content of more than a
 * part is a multipart upload, which is visible when it is complete. A failed upload is aborted; one
 * of a node that died is left to a lifecycle rule of the bucket.
 */
final class S3FileStorage implements FileStorage {

  static final String ID = "s3";

  /** Bytes of a part; S3 requires 5 MiB, and allows 10,000 parts. */
  static final int PART = 8 << 20;

  /** Media types that a browser may display when a bucket is read directly. */
  private static final Set<String> DISPLAYED =
      Set.of("image/png", "image/jpeg", "image/gif", "image/webp", "image/avif");

  private static final Pattern KEY = Pattern.compile("<Key>([^<]*)</Key>");

  private final S3Settings settings;
  private final S3Client client;

  S3FileStorage(Vertx vertx, S3Settings settings) {
    this.settings = settings;
    this.client = new S3Client(vertx, settings);
  }

  @Override
  public String id() {
    return ID;
  }

  @Override
  public Future<Void> write(FileObject file, ReadStream<Buffer> content) {
    PartReader parts = new PartReader(content, PART);
    return parts
        .next()
        .compose(first ->
            first.length() == file.size()
                ? client
                    .send(request(HttpMethod.PUT, file).withHeaders(headers(file)).withBody(first))
                    .mapEmpty()
                : new S3Upload(client, file, request(HttpMethod.POST, file), parts)
                    .run(headers(file), first));
  }

  private static Map<String, String> headers(FileObject file) {
    Map<String, String> headers = new HashMap<>();
    headers.put("Content-Type", file.contentType());
    if (!DISPLAYED.contains(file.contentType())) {
      headers.put("Content-Disposition", disposition(file));
    }
    if (file.isPublic()) {
      headers.put("Cache-Control", "public, max-age=31536000, immutable");
    }
    return headers;
  }

  private static String disposition(FileObject file) {
    return "attachment; filename=\"" + file.name().replaceAll("[\"\\\\\\p{Cntrl}]", "_") + "\"";
  }

  @Override
  public Future<ReadStream<Buffer>> read(FileObject file, long offset, long length) {
    String range = "bytes=%s-%s".formatted(offset, offset + length - 1);
    return client
        .open(request(HttpMethod.GET, file).withHeaders(Map.of("Range", range)))
        .map(response -> response);
  }

  @Override
  public Future<Void> delete(FileObject file) {
    return client
        .send(request(HttpMethod.DELETE, file))
        .<Void>mapEmpty()
        .recover(failure -> {
          if (failure instanceof S3Exception refused && refused.isNotFound()) {
            return Future.succeededFuture();
          }
          return Future.failedFuture(failure);
        });
  }

  @Override
  public Optional<String> downloadUrl(FileObject file, Duration life) {
    S3Request request =
        request(HttpMethod.GET, file)
            .withQuery(Map.of("response-content-disposition", disposition(file)));
    return Optional.of(client.presigned(request, life).toString());
  }

  /** Keys are encoded, because keys of other programs may have characters that XML lacks. */
  @Override
  public Future<List<String>> keys(boolean isPublic, String after) {
    S3Request request =
        S3Request.of(HttpMethod.GET, bucket(isPublic), "")
            .withQuery(Map.of("list-type", "2", "encoding-type", "url", "start-after", after));
    return client
        .send(request)
        .map(answer ->
            KEY.matcher(answer.body().toString())
                .results()
                .map(key -> URLDecoder.decode(key.group(1), StandardCharsets.UTF_8))
                .toList());
  }

  /** Asks both buckets for an object that they do not have. */
  Future<String> check() {
    return Future.all(answers(settings.bucket()), answers(settings.privateBucket()))
        .map(
            "The buckets %s and %s accept the key."
                .formatted(settings.bucket(), settings.privateBucket()));
  }

  private Future<Void> answers(String bucket) {
    return client
        .send(S3Request.of(HttpMethod.GET, bucket, "tradewind-check"))
        .<Void>mapEmpty()
        .recover(failure -> {
          if (failure instanceof S3Exception refused
              && (refused.hasCode("NoSuchKey") || refused.hasCode("AccessDenied"))) {
            return Future.succeededFuture();
          }
          return Future.failedFuture(failure);
        });
  }

  private S3Request request(HttpMethod method, FileObject file) {
    return S3Request.of(method, bucket(file.isPublic()), file.key());
  }

  private String bucket(boolean isPublic) {
    return isPublic ? settings.bucket() : settings.privateBucket();
  }
}
