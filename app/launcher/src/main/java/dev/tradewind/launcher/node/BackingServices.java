package dev.tradewind.launcher.node;

import dev.tradewind.embedded.EmbeddedKafka;
import dev.tradewind.embedded.EmbeddedPostgres;
import dev.tradewind.kernel.database.DatabaseConfig;
import dev.tradewind.launcher.config.Awaiting;
import dev.tradewind.launcher.config.NodeConfig;
import dev.tradewind.launcher.config.OptionalModule;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Backing services of a node, database and broker: configured or embedded ones; in a demo also the
 * Stripe test server.
 */
public final class BackingServices implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(BackingServices.class);

  private static final Duration START = Duration.ofMinutes(5);
  private static final Duration STOP = Duration.ofSeconds(15);
  private static final int POSTGRES_PORT = 54_329;
  private static final int KAFKA_PORT = 29_092;
  private static final String DATABASE = "tradewind";

  private final NodeConfig config;
  private final @Nullable CompletableFuture<SharedService> postgres;
  private final @Nullable CompletableFuture<SharedService> kafka;
  private final @Nullable CompletableFuture<SharedService> stripe;

  private BackingServices(
      NodeConfig config,
      @Nullable CompletableFuture<SharedService> postgres,
      @Nullable CompletableFuture<SharedService> kafka,
      @Nullable CompletableFuture<SharedService> stripe) {
    this.config = config;
    this.postgres = postgres;
    this.kafka = kafka;
    this.stripe = stripe;
  }

  /** Starts the services that are not configured, concurrently, because each takes seconds. */
  public static BackingServices ofNode(NodeConfig config, boolean hasDemoStripe) {
    if (config.databaseUrl() == null || config.kafkaBootstrap() == null) {
      OptionalModule.EMBEDDED_SERVICES.require();
    }
    return new BackingServices(
        config,
        config.databaseUrl() == null ? inBackground(() -> postgres(config, true)) : null,
        config.kafkaBootstrap() == null ? inBackground(() -> kafka(config)) : null,
        hasDemoStripe ? inBackground(() -> stripe(config)) : null);
  }

  /** Starts the database for a short-lived command. */
  public static BackingServices ofCommand(NodeConfig config) {
    if (config.databaseUrl() == null) {
      OptionalModule.EMBEDDED_SERVICES.require();
    }
    return new BackingServices(
        config,
        config.databaseUrl() == null ? inBackground(() -> postgres(config, false)) : null,
        null,
        null);
  }

  private static CompletableFuture<SharedService> inBackground(Supplier<SharedService> start) {
    CompletableFuture<SharedService> result = new CompletableFuture<>();
    Thread.ofPlatform()
        .start(() -> {
          try {
            result.complete(start.get());
          } catch (RuntimeException failure) {
            result.completeExceptionally(failure);
          }
        });
    return result;
  }

  private static SharedService postgres(NodeConfig config, boolean isLasting) {
    return SharedService.obtain(
        config.dataFolder().resolve("postgresql"),
        isLasting,
        () -> {
          EmbeddedPostgres server =
              EmbeddedPostgres.startDurable(
                  config.dataFolder().resolve("postgresql"), POSTGRES_PORT);
          return new SharedService.Running(server.database(DATABASE), server);
        });
  }

  private static SharedService kafka(NodeConfig config) {
    return SharedService.obtain(
        config.dataFolder().resolve("kafka"),
        true,
        () -> {
          EmbeddedKafka broker =
              EmbeddedKafka.start(config.dataFolder().resolve("kafka"), KAFKA_PORT);
          return new SharedService.Running(broker.bootstrapServers(), broker);
        });
  }

  private static SharedService stripe(NodeConfig config) {
    return SharedService.obtain(
        config.dataFolder().resolve("stripe"),
        true,
        () -> {
          DemoStripeServer server = DemoStripeServer.start(config.publicUrl());
          return new SharedService.Running(server.url(), server);
        });
  }

  public DatabaseConfig database() {
    String url =
        postgres == null
            ? config.databaseUrl()
            : Awaiting.await("Starting PostgreSQL", postgres, START).address();
    return config.database(Objects.requireNonNull(url));
  }

  String kafkaBootstrap() {
    String servers =
        kafka == null
            ? config.kafkaBootstrap()
            : Awaiting.await("Starting Kafka", kafka, START).address();
    return Objects.requireNonNull(servers);
  }

  /** URL of the Stripe test server; null without it. */
  @Nullable String stripeUrl() {
    if (stripe == null) {
      return null;
    }
    return Awaiting.await("Starting the Stripe test server", stripe, START).address();
  }

  /** Stops the services of this process. */
  @Override
  public void close() {
    CompletableFuture.allOf(stop(stripe), stop(kafka), stop(postgres))
        .orTimeout(STOP.toSeconds(), TimeUnit.SECONDS)
        .exceptionally(failure -> {
          LOG.warn("Stopping the embedded services failed: {}", failure.toString());
          return null;
        })
        .join();
  }

  private static CompletableFuture<Void> stop(@Nullable CompletableFuture<SharedService> service) {
    if (service == null) {
      return CompletableFuture.completedFuture(null);
    }
    return service
        .exceptionally(failure -> null)
        .thenAcceptAsync(running -> {
          try {
            if (running != null) {
              running.close();
            }
          } catch (Exception failure) {
            throw new IllegalStateException(failure);
          }
        });
  }
}
