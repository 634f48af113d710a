package dev.tradewind.benchmarks.paths;

import dev.tradewind.embedded.EmbeddedKafka;
import dev.tradewind.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Services of a benchmark, as an operator would start them: a PostgreSQL that syncs to disk, and a
 * Kafka, without the data of an earlier run.
 */
public final class BenchmarkServices implements AutoCloseable {

  private final Path folder;
  private final EmbeddedPostgres postgres;
  private final EmbeddedKafka kafka;

  private BenchmarkServices(Path folder, EmbeddedPostgres postgres, EmbeddedKafka kafka) {
    this.folder = folder;
    this.postgres = postgres;
    this.kafka = kafka;
  }

  /** Starts them in a folder, whose files are deleted. */
  public static BenchmarkServices start(Path folder) throws Exception {
    return start(folder, List.of(), Map.of());
  }

  /**
   * Starts them for clients in other networks, too.
   *
   * @param networks addresses of this machine at which PostgreSQL listens, with their prefixes
   * @param broker settings of Kafka
   */
  public static BenchmarkServices start(
      Path folder, List<String> networks, Map<String, String> broker) throws Exception {
    delete(folder);
    Files.createDirectories(folder);
    EmbeddedPostgres postgres =
        EmbeddedPostgres.startDurable(folder.resolve("postgresql"), 0, networks);
    try {
      return new BenchmarkServices(
          folder, postgres, EmbeddedKafka.start(folder.resolve("kafka"), 0, broker));
    } catch (Exception failure) {
      postgres.close();
      throw failure;
    }
  }

  /** Folder of their data, and of logs of the benchmark. */
  public Path folder() {
    return folder;
  }

  /** New database of the server. */
  public Database database(String name) {
    return new Database(postgres.database(name));
  }

  public EmbeddedKafka kafka() {
    return kafka;
  }

  /** Process of the database server, parent of its backends. */
  public ProcessHandle databaseServer() throws IOException {
    Path file = folder.resolve("postgresql").resolve("data").resolve("postmaster.pid");
    return ProcessHandle.of(Long.parseLong(Files.readAllLines(file).getFirst())).orElseThrow();
  }

  /** Process of Kafka. */
  ProcessHandle broker() {
    return kafka.process();
  }

  private static void delete(Path folder) throws IOException {
    if (Files.exists(folder)) {
      try (Stream<Path> paths = Files.walk(folder)) {
        for (Path path : paths.sorted(Comparator.reverseOrder()).toList()) {
          Files.delete(path);
        }
      }
    }
  }

  /** Stops them, and deletes the databases, which may be large. */
  @Override
  public void close() throws Exception {
    try (postgres) {
      kafka.close();
    } finally {
      delete(folder.resolve("postgresql"));
    }
  }
}
