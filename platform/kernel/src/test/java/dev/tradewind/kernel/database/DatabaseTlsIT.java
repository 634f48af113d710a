package dev.tradewind.kernel.database;

import static dev.tradewind.testing.Futures.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tradewind.embedded.EmbeddedPostgres;
import dev.tradewind.testing.TestCertificate;
import io.vertx.core.Vertx;
import io.vertx.sqlclient.Pool;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** TLS of both database clients, the one of the migrations and the one of the verticles. */
class DatabaseTlsIT {

  private static final Schema LIBRARY = new Schema("library", "db/migration/library");

  @TempDir private static Path folder;

  private static final Vertx vertx = Vertx.vertx();
  private static TestCertificate server;
  private static TestCertificate client;
  private static TestCertificate stranger;
  private static EmbeddedPostgres encrypted;
  private static EmbeddedPostgres plain;

  @BeforeAll
  static void start() throws Exception {
    server = TestCertificate.create(folder, "server", "dns:localhost");
    client = TestCertificate.create(folder, "postgres", "dns:client");
    stranger = TestCertificate.create(folder, "stranger", "dns:localhost");
    Path access = folder.resolve("pg_hba.conf");
    Files.writeString(
        access,
        """
        hostssl certified all all trust clientcert=verify-ca
        hostssl all all all trust
        """);
    encrypted =
        EmbeddedPostgres.startForTests(
            Map.of(
                "ssl", "on",
                "ssl_cert_file", server.certificate().toString(),
                "ssl_key_file", server.key().toString(),
                "ssl_ca_file", client.certificate().toString(),
                "hba_file", access.toString()));
    plain = EmbeddedPostgres.startForTests();
  }

  @AfterAll
  static void stop() {
    await(vertx.close());
    encrypted.close();
    plain.close();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "?sslmode=prefer",
        "?sslmode=require",
        "?sslmode=require&sslrootcert=SERVER",
        "?sslmode=verify-ca&sslrootcert=SERVER",
        "?sslmode=verify-full&sslrootcert=SERVER",
      })
  void anEncryptedServerIsReachedWith(String parameters) {
    assertThat(isEncrypted(encrypted, "localhost", "shop", parameters)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "?sslmode=disable",
        "?sslmode=require&sslrootcert=STRANGER",
        "?sslmode=verify-ca&sslrootcert=STRANGER",
        "?sslmode=verify-full&sslrootcert=STRANGER",
        "?sslmode=verify-full",
      })
  void anEncryptedServerIsNotReachedWith(String parameters) {
    assertThatThrownBy(() -> isEncrypted(encrypted, "localhost", "shop", parameters))
        .isInstanceOf(MigrationException.class);
    assertThatThrownBy(() -> pooled(encrypted, "localhost", "postgres", parameters))
        .isInstanceOf(AssertionError.class);
  }

  /** The certificate is for localhost. */
  @Test
  void theHostNameIsVerifiedOnlyInTheFullMode() {
    assertThat(isEncrypted(encrypted, "127.0.0.1", "shop", "?sslmode=verify-ca&sslrootcert=SERVER"))
        .isTrue();
    String full = "?sslmode=verify-full&sslrootcert=SERVER";
    assertThatThrownBy(() -> isEncrypted(encrypted, "127.0.0.1", "shop", full))
        .isInstanceOf(MigrationException.class);
    assertThatThrownBy(() -> pooled(encrypted, "127.0.0.1", "shop", full))
        .isInstanceOf(AssertionError.class);
  }

  @Test
  void aClientCertificateIsShown() {
    String verified = "?sslmode=verify-full&sslrootcert=SERVER";
    assertThatThrownBy(() -> isEncrypted(encrypted, "localhost", "certified", verified))
        .hasMessageContaining("certificate");

    assertThat(
            isEncrypted(
                encrypted, "localhost", "certified", verified + "&sslcert=CLIENT&sslkey=KEY"))
        .isTrue();
  }

  @Test
  void aPlainServerIsUsedUnlessEncryptionIsRequired() {
    assertThat(isEncrypted(plain, "localhost", "shop", "")).isFalse();
    assertThatThrownBy(() -> isEncrypted(plain, "localhost", "shop", "?sslmode=require"))
        .isInstanceOf(MigrationException.class);
    assertThatThrownBy(() -> pooled(plain, "localhost", "shop", "?sslmode=require"))
        .isInstanceOf(AssertionError.class);
  }

  /** Migrates and then connects; returns whether the pooled connection is encrypted. */
  private static boolean isEncrypted(
      EmbeddedPostgres postgres, String host, String database, String parameters) {
    postgres.database(database);
    new Migrations(config(postgres, host, database, parameters)).run(List.of(LIBRARY));
    return pooled(postgres, host, database, parameters);
  }

  private static boolean pooled(
      EmbeddedPostgres postgres, String host, String database, String parameters) {
    Pool pool = SchemaPool.open(vertx, config(postgres, host, database, parameters), LIBRARY);
    try {
      // The role of the schema does not see the session of the login.
      return await(
              pool.withConnection(connection ->
                  connection
                      .query("SET ROLE NONE")
                      .execute()
                      .compose(login ->
                          connection
                              .query("SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()")
                              .execute())))
          .iterator()
          .next()
          .getBoolean(0);
    } finally {
      await(pool.close());
    }
  }

  private static DatabaseConfig config(
      EmbeddedPostgres postgres, String host, String database, String parameters) {
    return DatabaseConfig.parse(
        "postgresql://postgres:postgres@%s:%d/%s%s"
            .formatted(
                host,
                postgres.port(),
                database,
                parameters
                    .replace("SERVER", server.certificate().toString())
                    .replace("STRANGER", stranger.certificate().toString())
                    .replace("CLIENT", client.certificate().toString())
                    .replace("KEY", client.key().toString())),
        2);
  }
}
