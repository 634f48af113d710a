package dev.tradewind.s3;

import dev.tradewind.spi.file.FileObject;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpMethod;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Multipart upload of one file, part by part. */
final class S3Upload {

  private static final Logger LOG = LoggerFactory.getLogger(S3Upload.class);
  private static final Pattern UPLOAD_ID = Pattern.compile("<UploadId>([^<]+)</UploadId>");

  private final S3Client client;
  private final FileObject file;
  private final S3Request object;
  private final PartReader parts;
  private final StringBuilder manifest = new StringBuilder();
  private long sent;

  /**
   * @param object request about the object
   * @param parts parts after the first
   */
  S3Upload(S3Client client, FileObject file, S3Request object, PartReader parts) {
    this.client = client;
    this.file = file;
    this.object = object;
    this.parts = parts;
  }

  Future<Void> run(Map<String, String> headers, Buffer first) {
    return client
        .send(object.withQuery(Map.of("uploads", "")).withHeaders(headers))
        .compose(started -> {
          Matcher id = UPLOAD_ID.matcher(started.body().toString());
          if (!id.find()) {
            return Future.failedFuture("The store names no upload of " + file.key());
          }
          String uploadId = id.group(1).replace("&amp;", "&");
          return send(uploadId, 1, first)
              .compose(done -> complete(uploadId))
              .recover(
                  failure -> abort(uploadId).transform(aborted -> Future.failedFuture(failure)));
        });
  }

  private Future<Void> send(String uploadId, int number, Buffer part) {
    if (part.length() == 0) {
      return Future.succeededFuture();
    }
    S3Request request =
        S3Request.of(HttpMethod.PUT, object.bucket(), object.key())
            .withQuery(Map.of("partNumber", Integer.toString(number), "uploadId", uploadId))
            .withBody(part);
    return client
        .send(request)
        .compose(stored -> {
          sent += part.length();
          manifest
              .append("<Part><PartNumber>")
              .append(number)
              .append("</PartNumber><ETag>")
              .append(stored.tag().replace("\"", "&quot;"))
              .append("</ETag></Part>");
          return parts.next();
        })
        .compose(next -> send(uploadId, number + 1, next));
  }

  /** The store may fail after it has sent the status 200. */
  private Future<Void> complete(String uploadId) {
    if (sent != file.size()) {
      return Future.failedFuture(
          "File %s has %s bytes instead of %s".formatted(file.key(), sent, file.size()));
    }
    String list =
        "<CompleteMultipartUpload xmlns=\"http://s3.amazonaws.com/doc/2006-03-01/\">"
            + manifest
            + "</CompleteMultipartUpload>";
    S3Request request =
        object
            .withQuery(Map.of("uploadId", uploadId))
            .withHeaders(Map.of("Content-Type", "application/xml"))
            .withBody(Buffer.buffer(list));
    return client
        .send(request)
        .compose(done -> {
          if (done.body().toString().contains("<Error>")) {
            return Future.failedFuture(S3Exception.of(request, 500, done.body()));
          }
          return Future.succeededFuture();
        });
  }

  private Future<Void> abort(String uploadId) {
    return client
        .send(
            S3Request.of(HttpMethod.DELETE, object.bucket(), object.key())
                .withQuery(Map.of("uploadId", uploadId)))
        .onFailure(failure ->
            LOG.warn("Aborting the upload of {} failed: {}", file.key(), failure.toString()))
        .mapEmpty();
  }
}
