package dev.tradewind.acceptance.operation;

import static dev.tradewind.testing.Eventually.LIMIT;
import static java.nio.charset.StandardCharsets.UTF_8;

import dev.tradewind.acceptance.DocumentedCode;
import dev.tradewind.acceptance.NodeJvm;
import dev.tradewind.acceptance.Storefront;
import dev.tradewind.embedded.EmbeddedKafka;
import dev.tradewind.embedded.Home;
import dev.tradewind.testing.FreePorts;
import dev.tradewind.testing.SystemCommands;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.net.BindException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Machine of an operator, on which pages of commands are run: a shell of a user that is not root,
 * PostgreSQL's programs, Kafka's scripts, and a program folder whose {@code tradewind} runs the
 * classes of the tests. The folders of the shop and of its database are small disks of their own
 * where the kernel lets a user mount them.
 */
final class DrillMachine implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(DrillMachine.class);

  private static final String ENDED = "drill-page-ended";
  private static final String RAN = "drill-block-ran";

  /** Those of PostgreSQL that the pages call. */
  private static final List<String> PROGRAMS =
      List.of("initdb", "pg_ctl", "pg_basebackup", "pg_verifybackup", "pg_archivecleanup", "psql");

  private final Path folder;
  private final int httpPort = twoPorts();
  private final int managementPort = twoPorts();
  private final int kafkaPort = FreePorts.find();
  private final boolean hasOwnDisks;
  private final Process shell;
  private final Writer input;
  private final BlockingQueue<String> output = new LinkedBlockingQueue<>();
  private int blocks;

  /**
   * @param postgres folder of PostgreSQL's programs
   */
  DrillMachine(Path folder, Path postgres) throws IOException {
    this.folder = folder;
    for (String name : List.of("shop", "database", "run", "kafka/bin", "kafka/config")) {
      Files.createDirectories(folder.resolve(name));
    }
    for (String program : List.of("program", "program-new")) {
      Files.createDirectories(folder.resolve(program));
      Files.createSymbolicLink(
          folder.resolve(program).resolve("deploy"), Home.folder().resolve("deploy"));
      script(
          program + "/tradewind",
          "exec " + quoted(NodeJvm.with(List.of(), Map.of(), List.of()).command()) + " \"$@\"");
    }
    kafkaScripts();
    hasOwnDisks = mayMount();
    ProcessBuilder builder = new ProcessBuilder(shellCommand()).redirectErrorStream(true);
    Map<String, String> environment = builder.environment();
    environment.keySet().removeIf(name -> name.startsWith("TRADEWIND_") || name.startsWith("PG"));
    environment.put("SHOP", folder.resolve("shop").toString());
    environment.put("PROGRAM", folder.resolve("program").toString());
    environment.put("NEW", folder.resolve("program-new").toString());
    environment.put("PGBIN", postgres.toString());
    environment.put("PGDATA", folder.resolve("database/data").toString());
    environment.put("PGHOST", folder.resolve("run").toString());
    environment.put("PGPORT", Integer.toString(FreePorts.find()));
    environment.put("STANDBY", folder.resolve("standby").toString());
    environment.put("STANDBY_PORT", Integer.toString(FreePorts.find()));
    environment.put("BACKUP", folder.resolve("backup").toString());
    environment.put("KAFKA", "localhost:" + kafkaPort);
    environment.put("KAFKA_HOME", folder.resolve("kafka").toString());
    environment.put("HTTP_PORT", Integer.toString(httpPort));
    environment.put("MANAGEMENT_PORT", Integer.toString(managementPort));
    environment.put("CLUSTER_PORT", Integer.toString(twoPorts()));
    environment.put("NODES", "1");
    environment.put("TRADEWIND_WARM_UP_SECONDS", "0");
    // As in the other processes of tests, which end before the C2 compiler pays for itself.
    environment.put("TRADEWIND_JAVA_OPTIONS", "-XX:TieredStopAtLevel=1");
    shell = builder.start();
    input = shell.outputWriter(UTF_8);
    BufferedReader lines = shell.inputReader(UTF_8);
    Thread.ofPlatform()
        .daemon()
        .name("drill-output")
        .start(() -> lines.lines().forEach(output::add));
  }

  /** The newest of PostgreSQL's programs on this machine that nodes work with. */
  static Optional<Path> postgresPrograms() {
    List<Path> folders = new ArrayList<>();
    try (Stream<Path> versions = Files.list(Path.of("/usr/lib/postgresql"))) {
      versions
          .filter(version -> version.getFileName().toString().matches("1[5-8]"))
          .sorted(Comparator.reverseOrder())
          .forEach(version -> folders.add(version.resolve("bin")));
    } catch (IOException absent) {
      LOG.debug("This is no Debian", absent);
    }
    for (String entry : System.getenv("PATH").split(":")) {
      folders.add(Path.of(entry));
    }
    return folders.stream()
        .filter(
            bin -> PROGRAMS.stream().allMatch(program -> Files.isExecutable(bin.resolve(program))))
        .findFirst();
  }

  /** Whether the disks of the shop and of the database can be filled. */
  boolean hasOwnDisks() {
    return hasOwnDisks;
  }

  /**
   * @param node 1 or 2
   */
  Storefront storefront(int node) {
    return new Storefront("http://127.0.0.1:" + (httpPort + node - 1));
  }

  String kafka() {
    return "127.0.0.1:" + kafkaPort;
  }

  /** Begins a page, in a shell of its own that ends with the first command that fails. */
  Page open(String name) throws IOException {
    List<String> code =
        DocumentedCode.blocks(Home.folder().resolve("docs/operations").resolve(name))
            .filter(block -> block.language().equals("sh") && block.note().isEmpty())
            .map(DocumentedCode.Block::code)
            .toList();
    Page page = new Page(name, code);
    // The shell of the machine must not read a command of the page.
    send("echo " + RAN + "; sh -eu; echo \"" + ENDED + " $?\"");
    page.await("sh -eu");
    return page;
  }

  /** Page whose blocks are run in their order. */
  final class Page implements AutoCloseable {

    private final String name;
    private final List<String> code;
    private int next;
    private boolean isOver;

    private Page(String name, List<String> code) {
      this.name = name;
      this.code = code;
    }

    /** Runs the next blocks, the last of them with that text. */
    String until(String text) {
      StringBuilder printed = new StringBuilder();
      while (next < code.size()) {
        String block = code.get(next++);
        printed.append(run(block));
        if (block.contains(text)) {
          return printed.toString();
        }
      }
      throw new AssertionError(name + " has no further block with " + text);
    }

    /** Leaves out the blocks before the first one with that text. */
    void skipTo(String text) {
      while (next < code.size() && !code.get(next).contains(text)) {
        next++;
      }
    }

    /** Runs the remaining blocks. */
    String rest() {
      StringBuilder printed = new StringBuilder();
      while (next < code.size()) {
        printed.append(run(code.get(next++)));
      }
      return printed.toString();
    }

    /** Runs commands in the shell of the page; returns their output. */
    String run(String commands) {
      long started = System.nanoTime();
      try {
        Path file = Files.writeString(folder.resolve("block-" + blocks++ + ".sh"), commands);
        send(". '" + file + "' </dev/null; echo; echo " + RAN);
      } catch (IOException failure) {
        throw new UncheckedIOException(failure);
      }
      String printed = await(commands);
      LOG.info(
          "{}: {} ms for {}",
          name,
          TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - started),
          commands.lines().findFirst().orElse(""));
      return printed;
    }

    /** Waits for the end of commands; returns their output. */
    private String await(String commands) {
      StringBuilder printed = new StringBuilder();
      while (true) {
        String line = nextLine(commands, printed);
        if (line.equals(RAN)) {
          return printed.toString().strip();
        }
        if (line.startsWith(ENDED)) {
          isOver = true;
          throw new AssertionError(
              "%s: %s after%n%s%n%s%n%s".formatted(name, line, commands, printed, logs()));
        }
        printed.append(line).append('\n');
      }
    }

    private String nextLine(String commands, CharSequence printed) {
      try {
        String line = output.poll(LIMIT.toSeconds(), TimeUnit.SECONDS);
        if (line != null) {
          return line;
        }
        shell.descendants().forEach(ProcessHandle::destroyForcibly);
        isOver = true;
        throw new AssertionError(
            "%s: no end of%n%s%n%s%n%s".formatted(name, commands, printed, logs()));
      } catch (InterruptedException interrupted) {
        Thread.currentThread().interrupt();
        throw new AssertionError(interrupted);
      }
    }

    /** Ends the shell of the page. */
    @Override
    public void close() {
      if (isOver) {
        return;
      }
      send("exit 0");
      StringBuilder printed = new StringBuilder();
      while (!nextLine("exit", printed).startsWith(ENDED)) {
        printed.append('.');
      }
    }
  }

  /** Last lines of the logs of nodes and servers. */
  private String logs() {
    // The disks are mounted for the shell alone.
    Path root = Path.of("/proc", Long.toString(shell.pid()), "root");
    Path shop = Path.of(root + folder.resolve("shop").toString());
    StringBuilder last = new StringBuilder();
    try (Stream<Path> files = Files.list(shop)) {
      for (Path log : files.filter(file -> file.toString().endsWith(".log")).toList()) {
        List<String> lines = Files.readAllLines(log);
        last.append(log.getFileName()).append(":\n");
        lines
            .subList(Math.max(0, lines.size() - 30), lines.size())
            .forEach(line -> last.append(line).append('\n'));
      }
    } catch (IOException | UncheckedIOException unreadable) {
      last.append(unreadable);
    }
    return last.toString();
  }

  private void send(String line) {
    try {
      input.write(line + "\n");
      input.flush();
    } catch (IOException ended) {
      throw new AssertionError("The shell has ended: " + List.copyOf(output), ended);
    }
  }

  /**
   * PostgreSQL does not run as root: in a user namespace of their own the processes of root are not
   * root's.
   */
  private List<String> shellCommand() {
    if (hasOwnDisks) {
      return List.of(
          "unshare",
          "-Urm",
          "sh",
          "-c",
          "%s && %s && exec unshare -U sh"
              .formatted(
                  mount(folder.resolve("shop"), 64), mount(folder.resolve("database"), 800)));
    }
    return isRoot() ? List.of("unshare", "-U", "sh") : List.of("sh");
  }

  private static String mount(Path disk, int megabytes) {
    return "mount -t tmpfs -o size=%dm,mode=700 tmpfs '%s'".formatted(megabytes, disk);
  }

  private boolean mayMount() {
    return SystemCommands.succeeds("unshare", "-Urm", "sh", "-c", mount(folder.resolve("shop"), 1));
  }

  private static boolean isRoot() {
    return "root".equals(System.getProperty("user.name"));
  }

  /** Scripts named as those of Kafka's distribution, for a broker of the tests. */
  private void kafkaScripts() throws IOException {
    Path kafka = folder.resolve("kafka");
    Files.createFile(kafka.resolve("config/server.properties"));
    Files.createDirectories(kafka.resolve("data"));
    String broker =
        quoted(EmbeddedKafka.command(kafka, kafka.resolve("data"), kafkaPort, Map.of()));
    script(
        "kafka/bin/kafka-server-start.sh",
        """
        [ "$1" = -daemon ]
        cd '%s'
        [ -p input ] || mkfifo input
        nohup %s "$2" <>input >>log 2>&1 &
        echo $! > pid
        """
            .formatted(kafka, broker));
    script("kafka/bin/kafka-server-stop.sh", "kill \"$(cat '%s/pid')\"".formatted(kafka));
  }

  private void script(String name, String commands) throws IOException {
    Path file = Files.writeString(folder.resolve(name), "#!/bin/sh\nset -eu\n" + commands + "\n");
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
  }

  private static String quoted(List<String> command) {
    return "'" + String.join("' '", command) + "'";
  }

  /** The first of two ports in a row. */
  private static int twoPorts() {
    while (true) {
      int first = FreePorts.find();
      try (ServerSocket second = new ServerSocket(first + 1, 1, InetAddress.getLoopbackAddress())) {
        return second.getLocalPort() - 1;
      } catch (BindException taken) {
        LOG.debug("Port {} is taken", first + 1);
      } catch (IOException failure) {
        throw new UncheckedIOException(failure);
      }
    }
  }

  /**
   * Ends all processes of the pages, which name the folder in their commands: the number in a file
   * of a process that has ended may be that of another test's by now.
   */
  @Override
  public void close() {
    send(
        """
        ps axww -o pid=,args= | while read -r pid args; do
          case $args in
            *postgres*' -D %1$s/'*) kill -QUIT "$pid" ;;
            *java*'%1$s/'*) kill -KILL "$pid" ;;
          esac
        done
        exit 0\
        """
            .formatted(folder));
    try {
      if (!shell.waitFor(LIMIT.toSeconds(), TimeUnit.SECONDS)) {
        shell.destroyForcibly();
      }
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
