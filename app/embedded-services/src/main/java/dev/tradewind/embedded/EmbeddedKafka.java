package dev.tradewind.embedded;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.Writer;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Kafka broker in a child JVM on the loopback interface. It ends with {@link #close} or with this
 * process, however that ends.
 */
public final class EmbeddedKafka implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(EmbeddedKafka.class);

  /** Of a machine that is busy; a process that ends is noticed before. */
  private static final Duration START = Duration.ofMinutes(10);

  private static final Duration STOP = Duration.ofSeconds(12);

  /** Another process may take a port after its selection, before the broker listens. */
  private static final int MAX_ATTEMPTS = 3;

  private static final int MAX_LOG_SHOWN = 2_000;

  private final Process broker;
  private final int port;

  private EmbeddedKafka(Process broker, int port) {
    this.broker = broker;
    this.port = port;
  }

  /**
   * Starts a broker and waits until it is ready. Its port is the one of the last start on the
   * folder: clients keep the address. A broker of before may still release it.
   *
   * @param folder of its data and its log
   * @param wishedPort preferred port of the first start; another one is taken if it is not free; 0
   *     for any
   * @throws EmbeddedServiceException with a sentence for the operator
   */
  public static EmbeddedKafka start(Path folder, int wishedPort) {
    return start(folder, wishedPort, Map.of());
  }

  /**
   * As above, with settings of the broker.
   *
   * @param settings {@code listeners} are added to the plain one
   */
  public static EmbeddedKafka start(Path folder, int wishedPort, Map<String, String> settings) {
    Path data = Folders.writable(folder.resolve("data"));
    Path log = folder.resolve("broker.log");
    Path portFile = folder.resolve("port");
    try {
      Files.deleteIfExists(log);
      for (int attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
        int port = port(portFile, wishedPort);
        Process process =
            new ProcessBuilder(command(folder, data, port, settings))
                .redirectError(Redirect.appendTo(log.toFile()))
                .start();
        EmbeddedKafka kafka = new EmbeddedKafka(process, port);
        if (kafka.answers()) {
          Files.writeString(portFile, Integer.toString(port));
          return kafka;
        }
        kafka.close();
      }
      throw new EmbeddedServiceException(
          "The embedded Kafka did not start; " + log + " ends with: " + end(log));
    } catch (IOException failure) {
      throw new EmbeddedServiceException("The embedded Kafka cannot be run.", failure);
    }
  }

  private static String end(Path log) throws IOException {
    String text = Files.readString(log);
    return text.substring(Math.max(0, text.length() - MAX_LOG_SHOWN));
  }

  private static int port(Path portFile, int wishedPort) throws IOException {
    if (!Files.exists(portFile)) {
      return Ports.freeNear(wishedPort);
    }
    try {
      return Ports.freeNear(Integer.parseInt(Files.readString(portFile).strip()), STOP);
    } catch (NumberFormatException unreadable) {
      return Ports.freeNear(wishedPort);
    }
  }

  /**
   * Command of a broker that prints {@code ready}, and ends with its standard input.
   *
   * @param folder of its own files
   * @param settings {@code listeners} are added to the plain one
   */
  public static List<String> command(Path folder, Path data, int port, Map<String, String> settings)
      throws IOException {
    Path build = Home.brokerBuild();
    if (!Files.isDirectory(build.resolve("lib"))) {
      throw new EmbeddedServiceException(
          "The embedded Kafka is not built: there is no folder " + build.resolve("lib") + ".");
    }
    Path classes = Folders.writable(Home.brokerClasses()).resolve("classes.jsa");
    List<String> command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx256m",
                "-XX:+UseSerialGC",
                // Start-up time matters most here, and the classes are the same each time.
                "-XX:TieredStopAtLevel=1",
                "-XX:+AutoCreateSharedArchive",
                "-XX:SharedArchiveFile=" + classes,
                "-Xlog:disable",
                "-Xlog:all=error:stderr",
                "-Dlogback.configurationFile=broker-logback.xml",
                "-cp",
                ownClasses(build) + File.pathSeparator + build.resolve("lib") + "/*",
                "dev.tradewind.broker.KafkaBroker",
                data.toString(),
                Integer.toString(port),
                Integer.toString(Ports.free())));
    if (!settings.isEmpty()) {
      Properties further = new Properties();
      further.putAll(settings);
      Path file = folder.resolve("broker.properties");
      try (Writer writer = Files.newBufferedWriter(file)) {
        further.store(writer, null);
      }
      command.add(file.toString());
    }
    return command;
  }

  /** The jar, if there is one: class data sharing does not support folders. */
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
            LOG.debug("Reading the output of the embedded Kafka ended", closed);
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

  /** The broker's own process. */
  public ProcessHandle process() {
    return broker.toHandle();
  }

  public int port() {
    return port;
  }

  /** Kills the broker. {@link #start} on the same folder continues with its data. */
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
