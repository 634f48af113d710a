package dev.tradewind.broker;

import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Properties;
import kafka.server.KafkaConfig;
import kafka.server.KafkaRaftServer;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.utils.Time;
import org.apache.kafka.metadata.storage.Formatter;
import org.apache.kafka.server.common.MetadataVersion;
import sun.misc.Signal;
import sun.misc.SignalHandler;

/**
 * Kafka broker that is its own controller, on the loopback interface only. It prints {@code ready}
 * once clients can connect, and ends when its standard input does, so that it never outlives the
 * process that started it.
 */
public final class KafkaBroker {

  private static final int NODE_ID = 1;
  private static final long STOP_MILLIS = 10_000;

  private KafkaBroker() {}

  /**
   * Arguments: data folder, port for clients, port of the controller, and perhaps a file of further
   * settings, whose listeners are added to the plain one.
   */
  public static void main(String[] args) throws Exception {
    Locale.setDefault(Locale.ROOT);
    Path folder = Path.of(args[0]);
    Properties settings = settings(folder, Integer.parseInt(args[1]), Integer.parseInt(args[2]));
    if (args.length > 3) {
      addTo(settings, Path.of(args[3]));
    }
    KafkaConfig config = new KafkaConfig(settings);
    // Ctrl-C reaches every process of the terminal; the parent decides when to stop.
    Signal.handle(new Signal("INT"), SignalHandler.SIG_IGN);
    if (Files.notExists(folder.resolve("meta.properties"))) {
      format(folder);
    }
    KafkaRaftServer server = new KafkaRaftServer(config, Time.SYSTEM);
    Runtime.getRuntime().addShutdownHook(new Thread(server::shutdown, "stop"));
    try {
      server.startup();
    } catch (Throwable failure) {
      failure.printStackTrace();
      // An orderly end waits forever for the parts that did not start.
      Runtime.getRuntime().halt(1);
    }
    System.out.println("ready");
    awaitEndOfInput();
    endAtLatest();
    System.exit(0);
  }

  private static void format(Path folder) throws Exception {
    new Formatter()
        .setPrintStream(System.err)
        .setNodeId(NODE_ID)
        .setClusterId(Uuid.randomUuid().toString())
        .addDirectory(folder.toString())
        .setMetadataLogDirectory(folder.toString())
        .setControllerListenerName("CONTROLLER")
        .setReleaseVersion(MetadataVersion.LATEST_PRODUCTION)
        .run();
  }

  private static Properties settings(Path folder, int port, int controllerPort) {
    Properties settings = new Properties();
    settings.put("process.roles", "broker,controller");
    settings.put("node.id", Integer.toString(NODE_ID));
    settings.put("log.dirs", folder.toString());
    settings.put(
        "listeners",
        "PLAINTEXT://127.0.0.1:%s,CONTROLLER://127.0.0.1:%s".formatted(port, controllerPort));
    settings.put("controller.listener.names", "CONTROLLER");
    settings.put("controller.quorum.voters", "%s@127.0.0.1:%s".formatted(NODE_ID, controllerPort));
    // Topics are created explicitly, with the partitions that their keys need.
    settings.put("auto.create.topics.enable", "false");
    settings.put("offsets.topic.replication.factor", "1");
    settings.put("offsets.topic.num.partitions", "1");
    settings.put("transaction.state.log.replication.factor", "1");
    settings.put("transaction.state.log.min.isr", "1");
    settings.put("transaction.state.log.num.partitions", "1");
    settings.put("share.coordinator.state.topic.replication.factor", "1");
    settings.put("share.coordinator.state.topic.min.isr", "1");
    settings.put("group.initial.rebalance.delay.ms", "0");
    // The only replica of the metadata needs no sign of life of its controller; without one twice a
    // second an idle broker takes half the processor time.
    settings.put("metadata.max.idle.interval.ms", "0");
    // Small files, for a developer's disk.
    settings.put("log.segment.bytes", Integer.toString(64 * 1024 * 1024));
    settings.put("log.index.size.max.bytes", Integer.toString(1024 * 1024));
    settings.put("log.cleaner.dedupe.buffer.size", Integer.toString(8 * 1024 * 1024));
    settings.put("num.network.threads", "2");
    settings.put("num.io.threads", "2");
    return settings;
  }

  private static void addTo(Properties settings, Path file) throws IOException {
    Object listeners = settings.get("listeners");
    try (Reader further = Files.newBufferedReader(file)) {
      settings.load(further);
    }
    settings.computeIfPresent(
        "listeners", (name, value) -> value.equals(listeners) ? value : listeners + "," + value);
  }

  private static void awaitEndOfInput() throws IOException {
    while (System.in.read() >= 0) {
      // No data is sent on this pipe; its end is the signal.
    }
  }

  private static void endAtLatest() {
    Thread.ofPlatform()
        .daemon()
        .start(() -> {
          try {
            Thread.sleep(STOP_MILLIS);
          } catch (InterruptedException hurried) {
            Thread.currentThread().interrupt();
          }
          Runtime.getRuntime().halt(1);
        });
  }
}
