package dev.tradewind.acceptance;

import dev.tradewind.embedded.Home;
import dev.tradewind.launcher.Tradewind;
import dev.tradewind.testing.FreePorts;
import dev.tradewind.testing.Modules;
import dev.tradewind.testing.TestKafka;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * JVM of a command of Tradewind, such as {@code start}, beside the JVM of the tests. With {@code
 * -Dtradewind.shared-classes=true}, as {@code ./tradewind verify} sets it, these JVMs share a cache
 * of loaded and linked classes, before Java 25 an archive of loaded ones, which takes a third from
 * the processor time of a node's start. The first test that starts a node makes it; it belongs to
 * one state of the class path.
 */
public final class NodeJvm {

  private static final Logger LOG = LoggerFactory.getLogger(NodeJvm.class);

  private static final String CLASS_PATH = System.getProperty("java.class.path");
  private static final Path FOLDER =
      Modules.folder("acceptance-tests").resolve("target/node-classes");
  private static final long MAX_MINUTES = 5;
  private static final boolean HAS_AOT_CACHE = Runtime.version().feature() >= 25;

  private static final List<String> CLASSES =
      Boolean.getBoolean("tradewind.shared-classes") ? shared() : List.of("-cp", CLASS_PATH);

  private NodeJvm() {}

  /**
   * @param options of the JVM
   * @param environment settings; those of the tests' own environment are not passed on
   */
  public static ProcessBuilder with(
      List<String> options, Map<String, String> environment, List<String> arguments) {
    return with(options, CLASSES, environment, arguments);
  }

  /** With the classes of another version. */
  public static ProcessBuilder of(
      String classPath,
      List<String> options,
      Map<String, String> environment,
      List<String> arguments) {
    return with(options, List.of("-cp", classPath), environment, arguments);
  }

  private static ProcessBuilder with(
      List<String> options,
      List<String> classes,
      Map<String, String> environment,
      List<String> arguments) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.add("-Dtradewind.home=" + Home.folder());
    // Several nodes start concurrently on few cores; none runs long enough for the C2 compiler.
    command.add("-XX:TieredStopAtLevel=1");
    command.add("-XX:+UseSerialGC");
    // As ./tradewind starts it.
    command.add("-XX:-DontCompileHugeMethods");
    command.add("-Xmx256m");
    command.add("--enable-native-access=ALL-UNNAMED");
    command.addAll(options);
    command.addAll(classes);
    command.add(Tradewind.class.getName());
    command.addAll(arguments);
    ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
    builder.environment().keySet().removeIf(name -> name.startsWith("TRADEWIND_"));
    builder.environment().putAll(environment);
    String port = environment.get("TRADEWIND_CLUSTER_PORT");
    if (port != null) {
      // By default a node asks the ports beside its own, where another test may have a server that
      // does not answer.
      builder.environment().putIfAbsent("TRADEWIND_CLUSTER_MEMBERS", "127.0.0.1:" + port);
    }
    return builder;
  }

  private static List<String> shared() {
    try {
      Files.createDirectories(FOLDER);
      // One of several test JVMs makes the archive, the others wait for it.
      try (FileChannel channel =
          FileChannel.open(
              FOLDER.resolve("lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
        channel.lock();
        Path folder = FOLDER.resolve(HexFormat.of().toHexDigits(state()));
        Path archive = folder.resolve("classes.jsa");
        String jars = withoutDirectories(folder);
        if (!Files.isDirectory(folder)) {
          packDirectories(folder);
          start(jars, archive);
        }
        String use = HAS_AOT_CACHE ? "-XX:AOTCache=" : "-XX:SharedArchiveFile=";
        return List.of("-Xlog:disable", use + archive, "-cp", jars);
      }
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }

  /** Digest of the times and sizes of all files of the class path. */
  private static long state() throws IOException {
    long state = 0;
    for (String entry : CLASS_PATH.split(File.pathSeparator)) {
      for (Path file : files(Path.of(entry))) {
        BasicFileAttributes attributes = Files.readAttributes(file, BasicFileAttributes.class);
        state = 31 * state + file.hashCode();
        state = 31 * state + attributes.size();
        state = 31 * state + attributes.lastModifiedTime().toMillis();
      }
    }
    return state;
  }

  /** The class path with the JARs of {@link #packDirectories} in place of directories. */
  private static String withoutDirectories(Path folder) {
    String[] entries = CLASS_PATH.split(File.pathSeparator);
    for (int i = 0; i < entries.length; i++) {
      if (Files.isDirectory(Path.of(entries[i]))) {
        entries[i] = folder.resolve(i + ".jar").toString();
      }
    }
    return String.join(File.pathSeparator, entries);
  }

  /** The archive takes classes from JARs only. The folder appears when it is whole. */
  private static void packDirectories(Path folder) throws IOException {
    Path unfinished = Files.createDirectories(FOLDER.resolve("unfinished"));
    String[] entries = CLASS_PATH.split(File.pathSeparator);
    for (int i = 0; i < entries.length; i++) {
      if (Files.isDirectory(Path.of(entries[i]))) {
        pack(Path.of(entries[i]), unfinished.resolve(i + ".jar"));
      }
    }
    Files.move(unfinished, folder, StandardCopyOption.ATOMIC_MOVE);
  }

  private static void pack(Path directory, Path jar) throws IOException {
    try (JarOutputStream packed = new JarOutputStream(Files.newOutputStream(jar))) {
      for (Path file : files(directory)) {
        packed.putNextEntry(new JarEntry(directory.relativize(file).toString()));
        Files.copy(file, packed);
      }
    }
  }

  private static List<Path> files(Path path) throws IOException {
    try (Stream<Path> files = Files.walk(path)) {
      return files.filter(Files::isRegularFile).sorted().toList();
    }
  }

  /** Starts and stops a node whose JVM archives the classes that it loaded. */
  private static void start(String jars, Path archive) throws IOException {
    Path output = Files.createTempFile("tradewind-node", ".out");
    output.toFile().deleteOnExit();
    ProcessBuilder builder =
        with(
            List.of(
                (HAS_AOT_CACHE ? "-XX:AOTCacheOutput=" : "-XX:ArchiveClassesAtExit=") + archive),
            List.of("-Xlog:disable", "-cp", jars),
            Map.of(
                "TRADEWIND_DATABASE_URL", Shop.migratedDatabase().url(),
                "TRADEWIND_KAFKA_BOOTSTRAP", TestKafka.bootstrapServers(),
                "TRADEWIND_DATA_DIR", archive.resolveSibling("data").toString(),
                "TRADEWIND_HTTP_PORT", "0",
                "TRADEWIND_MANAGEMENT_PORT", "0",
                "TRADEWIND_CLUSTER_PORT", Integer.toString(FreePorts.find())),
            List.of("start", "--stop-when-started"));
    builder.redirectOutput(output.toFile());
    Process node = builder.start();
    try {
      if (!node.waitFor(MAX_MINUTES, TimeUnit.MINUTES) || !Files.exists(archive)) {
        LOG.warn("Nodes start without an archive of their classes:\n{}", Files.readString(output));
      }
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
    } finally {
      node.destroyForcibly();
    }
  }
}
