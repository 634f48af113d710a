package dev.tradewind.s3;

import static dev.tradewind.testing.Futures.await;

import dev.tradewind.spi.file.FileObject;
import dev.tradewind.spi.testing.GeneratedContent;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.streams.ReadStream;
import java.net.URI;
import java.util.zip.CRC32C;

/** Program that writes a generated file and reads it back; a test gives it little memory. */
final class LargeFile {

  static final FileObject FILE =
      new FileObject("exports/large.csv", "large.csv", "text/csv", false, 200L << 20);

  private LargeFile() {}

  /**
   * @param arguments endpoint, access key, secret key
   */
  public static void main(String[] arguments) {
    S3Settings settings =
        new S3Settings(
            URI.create(arguments[0]),
            "us-east-1",
            "shop-public",
            "shop-private",
            S3Server.keys(arguments[1], arguments[2]),
            true);
    Vertx vertx = Vertx.vertx();
    S3FileStorage storage = new S3FileStorage(vertx, settings);
    Future<Long> checksum =
        Future.future(done ->
            vertx.runOnContext(run ->
                storage
                    .write(
                        FILE,
                        new GeneratedContent(vertx, FILE.size(), GeneratedContent.End.COMPLETE))
                    .compose(written -> storage.read(FILE, 0, FILE.size()))
                    .compose(LargeFile::checksum)
                    .onComplete(done)));
    System.out.println("checksum " + await(checksum));
    await(vertx.close());
  }

  private static Future<Long> checksum(ReadStream<Buffer> content) {
    CRC32C checksum = new CRC32C();
    return Future.future(done -> {
      content
          .exceptionHandler(done::tryFail)
          .endHandler(end -> done.tryComplete(checksum.getValue()))
          .handler(part -> checksum.update(part.getBytes()));
      content.resume();
    });
  }

  /** Checksum of the generated content. */
  static long expected() {
    CRC32C checksum = new CRC32C();
    for (long from = 0; from < FILE.size(); from += GeneratedContent.CHUNK) {
      int length = (int) Math.min(GeneratedContent.CHUNK, FILE.size() - from);
      checksum.update(GeneratedContent.content(from, length).getBytes());
    }
    return checksum.getValue();
  }
}
