package dev.tradewind.s3;

import com.robothy.s3.rest.LocalS3;
import com.robothy.s3.rest.bootstrap.LocalS3Mode;
import dev.tradewind.testing.FreePorts;
import java.net.URI;
import java.nio.file.Path;
import java.util.Properties;
import java.util.function.Supplier;
import org.gaul.s3proxy.AuthenticationType;
import org.gaul.s3proxy.S3Proxy;
import org.jclouds.ContextBuilder;
import org.jclouds.blobstore.BlobStoreContext;
import software.amazon.awssdk.identity.spi.AwsCredentialsIdentity;

/** S3 server in this JVM. */
final class S3Server implements AutoCloseable {

  static final String ACCESS_KEY = "access";
  static final String SECRET_KEY = "secret-of-the-test";

  /** Implementation of the server. */
  enum Kind {
    /** Stores in a folder, and verifies signatures. */
    S3PROXY,
    /** Stores in memory, and ignores signatures. */
    LOCAL_S3
  }

  final S3Settings settings;
  private final AutoCloseable server;

  private S3Server(int port, AutoCloseable server) {
    this.settings =
        new S3Settings(
            URI.create("http://127.0.0.1:" + port),
            "us-east-1",
            "shop-public",
            "shop-private",
            keys(ACCESS_KEY, SECRET_KEY),
            true);
    this.server = server;
  }

  static Supplier<AwsCredentialsIdentity> keys(String accessKey, String secretKey) {
    return () -> AwsCredentialsIdentity.create(accessKey, secretKey);
  }

  static S3Server start(Kind kind, Path folder) throws Exception {
    int port = FreePorts.find();
    return new S3Server(
        port,
        switch (kind) {
          case S3PROXY -> s3proxy(port, folder);
          case LOCAL_S3 -> localS3(port);
        });
  }

  private static AutoCloseable s3proxy(int port, Path folder) throws Exception {
    Properties properties = new Properties();
    properties.setProperty("jclouds.filesystem.basedir", folder.toString());
    BlobStoreContext store =
        ContextBuilder.newBuilder("filesystem-nio2")
            .credentials("identity", "credential")
            .overrides(properties)
            .build(BlobStoreContext.class);
    S3Proxy proxy =
        S3Proxy.builder()
            .blobStore(store.getBlobStore())
            .endpoint(URI.create("http://127.0.0.1:" + port))
            .awsAuthentication(AuthenticationType.AWS_V4, ACCESS_KEY, SECRET_KEY)
            .build();
    proxy.start();
    return () -> {
      proxy.stop();
      store.close();
    };
  }

  private static AutoCloseable localS3(int port) {
    LocalS3 server = LocalS3.builder().port(port).mode(LocalS3Mode.IN_MEMORY).build();
    server.start();
    return server::shutdown;
  }

  @Override
  public void close() throws Exception {
    server.close();
  }
}
