package dev.tradewind.embedded;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A Kafka broker in a JVM of its own on the loopback interface. It ends with {@link #close} or with
 * this process, however that ends.
 */
public final class EmbeddedKafka implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(EmbeddedKafka.class);

  private static final Duration START = Duration.ofSeconds(60);
  private static final Duration STOP = Duration.ofSeconds(12);

  private final Process broker;
  private final int port;

  private EmbeddedKafka(Process broker, int port) {
    this.broker = broker;
    this.port = port;
  }

  /**
   * Starts a broker and waits until it answers.
   *
   * @param folder where its data and its log stay
   * @param wishedPort another one is taken where it is not free; 0 for any
   * @throws EmbeddedServiceException with a sentence for the operator
   */
  public static EmbeddedKafka start(Path folder, int wishedPort) {
    Path data = Folders.writable(folder.resolve("data"));
    Path log = folder.resolve("broker.log");
    int port = Ports.freeNear(wishedPort);
    try {
      Process process =
          new ProcessBuilder(command(data, folder.resolve("classes.jsa"), port))
              .redirectError(log.toFile())
              .start();
      EmbeddedKafka kafka = new EmbeddedKafka(process, port);
      if (!kafka.answers()) {
        kafka.close();
        throw new EmbeddedServiceException(
            "The embedded Kafka did not start; " + log + " says why.");
      }
      return kafka;
    } catch (IOException failure) {
      throw new EmbeddedServiceException("The embedded Kafka cannot be run.", failure);
    }
  }

  private static List<String> command(Path data, Path sharedClasses, int port) {
    Path build = Home.brokerBuild();
    if (!Files.isDirectory(build.resolve("lib"))) {
      throw new EmbeddedServiceException(
          "The embedded Kafka is not built: there is no folder " + build.resolve("lib") + ".");
    }
    return List.of(
        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
        "-Xmx256m",
        "-XX:+UseSerialGC",
        // Start-up is what counts here, and the classes are the same each time.
        "-XX:TieredStopAtLevel=1",
        "-XX:+AutoCreateSharedArchive",
        "-XX:SharedArchiveFile=" + sharedClasses,
        "-Xlog:disable",
        "-Xlog:all=error:stderr",
        "-Dlogback.configurationFile=broker-logback.xml",
        "-cp",
        ownClasses(build) + File.pathSeparator + build.resolve("lib") + "/*",
        "dev.tradewind.broker.KafkaBroker",
        data.toString(),
        Integer.toString(port),
        Integer.toString(Ports.free()));
  }

  /** The jar where there is one: classes of a folder cannot be shared. */
  private static Path ownClasses(Path build) {
    Path jar = build.resolve("broker.jar");
    return Files.exists(jar) ? jar : build.resolve("classes");
  }

  private boolean answers() {
    CompletableFuture<Boolean> ready = new CompletableFuture<>();
    Thread.ofPlatform()
        .daemon()
        .name("kafka-output")
        .start(() -> {
          try (BufferedReader output =
              new BufferedReader(
                  new InputStreamReader(broker.getInputStream(), StandardCharsets.UTF_8))) {
            output.lines().filter("ready"::equals).forEach(line -> ready.complete(true));
          } catch (IOException closed) {
            LOG.debug("Kafka's output ended", closed);
          }
          ready.complete(false);
        });
    try {
      return ready.get(START.toMillis(), TimeUnit.MILLISECONDS);
    } catch (TimeoutException | ExecutionException silent) {
      return false;
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  public String bootstrapServers() {
    return "127.0.0.1:" + port;
  }

  public int port() {
    return port;
  }

  /** Ends it as a crash does. {@link #start} on the same folder goes on with what it had. */
  public void crash() {
    try {
      broker.destroyForcibly().waitFor();
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public void close() {
    try {
      broker.getOutputStream().close();
      if (!broker.waitFor(STOP.toMillis(), TimeUnit.MILLISECONDS)) {
        broker.destroyForcibly();
      }
    } catch (IOException failure) {
      broker.destroy();
    } catch (InterruptedException interrupted) {
      broker.destroyForcibly();
      Thread.currentThread().interrupt();
    }
  }
}
