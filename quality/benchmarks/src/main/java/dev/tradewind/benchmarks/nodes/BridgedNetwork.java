package dev.tradewind.benchmarks.nodes;

import dev.tradewind.benchmarks.load.SystemCommand;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;

/**
 * Network of this machine and of network namespaces, connected by a bridge. Each namespace has one
 * interface, with an address of the range that RFC 2544 reserves for benchmarks. Needs Linux, root
 * and the command {@code ip}. A machine has one at a time: another process waits until it is
 * closed.
 */
final class BridgedNetwork implements AutoCloseable {

  /** Address of this machine on the bridge, with the length of its prefix. */
  static final String CIDR = "198.18.0.1/24";

  static final String ADDRESS = CIDR.substring(0, CIDR.indexOf('/'));

  private static final String BRIDGE = "twbench";

  /** Locked by the process that has the network. */
  static final Path LOCK = Path.of("/run/tradewind-benchmark.lock");

  private static final String NAMESPACE = "tradewind-benchmark-";

  private final FileChannel lock;

  private BridgedNetwork(FileChannel lock) {
    this.lock = lock;
  }

  /** Makes the bridge, after removing what a killed run left. */
  static BridgedNetwork open() throws IOException {
    FileChannel lock = FileChannel.open(LOCK, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
    BridgedNetwork network = new BridgedNetwork(lock);
    try {
      lock.lock();
      removeAll();
      ip("link", "add", BRIDGE, "type", "bridge");
      ip("address", "add", CIDR, "dev", BRIDGE);
      ip("link", "set", BRIDGE, "up");
      return network;
    } catch (IOException | IllegalStateException failure) {
      network.close();
      throw failure;
    }
  }

  /**
   * Adds a namespace.
   *
   * @param number from 1 to 200
   * @return its address
   */
  String add(int number) {
    String namespace = NAMESPACE + number;
    String address = address(number);
    String link = BRIDGE + number;
    ip("netns", "add", namespace);
    ip("link", "add", link, "type", "veth", "peer", "name", "eth0", "netns", namespace);
    ip("link", "set", link, "master", BRIDGE, "up");
    ip("-n", namespace, "address", "add", address + "/24", "dev", "eth0");
    ip("-n", namespace, "link", "set", "lo", "up");
    ip("-n", namespace, "link", "set", "eth0", "up");
    return address;
  }

  /** Address of a namespace, also before it is added. */
  String address(int number) {
    return "198.18.0." + (10 + number);
  }

  /** Words of a command that enters a namespace and becomes the command after it. */
  List<String> wrapper(int number) {
    // Unlike `ip netns exec` it leaves /sys as it is, where a JVM looks for its quota.
    return List.of("nsenter", "--net=/run/netns/" + NAMESPACE + number, "--");
  }

  @Override
  public void close() throws IOException {
    if (lock.isOpen()) {
      try (lock) {
        removeAll();
      }
    }
  }

  private static void removeAll() {
    SystemCommand.run("ip", "netns", "list")
        .lines()
        .map(line -> line.split(" ", 2)[0])
        .filter(name -> name.startsWith(NAMESPACE))
        .forEach(BridgedNetwork::remove);
    if (exists(BRIDGE)) {
      ip("link", "delete", BRIDGE);
    }
  }

  private static void remove(String namespace) {
    // A namespace outlives its name until its last process has ended, its interface does not.
    String link = BRIDGE + namespace.substring(NAMESPACE.length());
    if (exists(link)) {
      ip("link", "delete", link);
    }
    ip("netns", "delete", namespace);
  }

  private static boolean exists(String link) {
    String links = SystemCommand.run("ip", "-o", "link");
    return links.contains(": " + link + ":") || links.contains(": " + link + "@");
  }

  private static void ip(String... words) {
    String[] command = new String[words.length + 1];
    command[0] = "ip";
    System.arraycopy(words, 0, command, 1, words.length);
    SystemCommand.run(command);
  }
}
