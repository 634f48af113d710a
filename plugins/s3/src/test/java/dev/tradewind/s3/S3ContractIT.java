package dev.tradewind.s3;

import dev.tradewind.spi.file.FileStorage;
import dev.tradewind.spi.testing.FileStorageContract;
import dev.tradewind.spi.testing.TestNode;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpMethod;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;

class S3ContractIT extends FileStorageContract {

  @TempDir private static Path folder;

  private static S3Server server;
  private static TestNode node;

  @BeforeAll
  static void start() throws Exception {
    server = S3Server.start(S3Server.Kind.S3PROXY, folder);
    S3Settings settings = server.settings;
    node =
        TestNode.start(
            new S3Plugin(),
            Map.of(
                S3Settings.ENDPOINT,
                settings.endpoint().toString(),
                S3Settings.BUCKET,
                settings.bucket(),
                S3Settings.PRIVATE_BUCKET,
                settings.privateBucket(),
                S3Settings.ACCESS_KEY,
                S3Server.ACCESS_KEY,
                S3Settings.SECRET_KEY,
                S3Server.SECRET_KEY,
                S3Settings.PATH_STYLE,
                "true"));
    for (String bucket : List.of(settings.bucket(), settings.privateBucket())) {
      await(new S3Client(node.vertx(), settings).send(S3Request.of(HttpMethod.PUT, bucket, "")));
    }
  }

  @AfterAll
  static void stop() throws Exception {
    node.close();
    server.close();
  }

  @Override
  protected FileStorage storage() {
    return node.provider(FileStorage.class, "s3");
  }

  @Override
  protected Vertx vertx() {
    return node.vertx();
  }
}
