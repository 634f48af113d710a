package dev.tradewind.acceptance.chaos;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * Cluster network with one address per node. If this machine permits, these are addresses on the
 * loopback interface, and a node is cut off by removing its address: packets are dropped without an
 * error. PostgreSQL and shoppers use another address and are not affected. Otherwise all nodes
 * share one address, which cannot be cut.
 */
public final class Network implements AutoCloseable {

  private static final String LOOPBACK = "127.0.0.1";

  private final String prefix;
  private final List<String> taken = new ArrayList<>();
  private boolean cuttable;

  private Network(String prefix) {
    this.prefix = prefix;
  }

  public static Network open(int nodes) {
    // Distinct addresses for concurrent runs on one machine.
    Network network = new Network("10.255." + ProcessHandle.current().pid() % 250);
    network.cuttable = network.route("add");
    for (int node = 0; network.cuttable && node < nodes; node++) {
      network.heal(node);
    }
    return network;
  }

  public boolean isCuttable() {
    return cuttable;
  }

  public String address(int node) {
    return cuttable ? prefix + "." + (node + 1) : LOOPBACK;
  }

  /** Drops all packets to and from that node until it is healed. */
  public void cut(int node) {
    require(address("del", node));
    taken.remove(address(node));
  }

  public void heal(int node) {
    require(address("add", node));
    taken.add(address(node));
  }

  private boolean address(String change, int node) {
    return ip("addr", change, address(node) + "/32", "dev", "lo");
  }

  /** Routes removed addresses to a black hole instead of out of this machine. */
  private boolean route(String change) {
    return ip("route", change, "blackhole", prefix + ".0/24");
  }

  private static void require(boolean done) {
    if (!done) {
      throw new AssertionError("The addresses of the loopback interface cannot be changed");
    }
  }

  private static boolean ip(String... arguments) {
    List<String> command = new ArrayList<>(List.of("ip"));
    command.addAll(List.of(arguments));
    try {
      return new ProcessBuilder(command).start().waitFor() == 0;
    } catch (IOException absent) {
      return false;
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new AssertionError(interrupted);
    }
  }

  @Override
  public void close() {
    taken.forEach(address -> ip("addr", "del", address + "/32", "dev", "lo"));
    if (cuttable) {
      route("del");
    }
  }
}
