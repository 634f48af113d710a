package dev.tradewind.acceptance.chaos;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * Addresses between which nodes talk, one for each node. Where this machine lets us, they are
 * addresses of their own on the loopback interface, and a node is cut off by taking its address
 * away: whatever is sent to it or by it goes nowhere, and nobody is told. Databases and shoppers
 * come by another address and do not notice. Elsewhere all nodes share one address, which nobody
 * can cut.
 */
final class Network implements AutoCloseable {

  private static final String LOOPBACK = "127.0.0.1";

  private final String prefix;
  private final List<String> taken = new ArrayList<>();
  private boolean cuttable;

  private Network(String prefix) {
    this.prefix = prefix;
  }

  static Network open(int nodes) {
    // Two runs on one machine do not meet.
    Network network = new Network("10.255." + ProcessHandle.current().pid() % 250);
    network.cuttable = network.route("add");
    for (int node = 0; network.cuttable && node < nodes; node++) {
      network.heal(node);
    }
    return network;
  }

  boolean isCuttable() {
    return cuttable;
  }

  String address(int node) {
    return cuttable ? prefix + "." + (node + 1) : LOOPBACK;
  }

  /** Nothing comes to that node any more, and nothing from it, until it is healed. */
  void cut(int node) {
    require(address("del", node));
    taken.remove(address(node));
  }

  void heal(int node) {
    require(address("add", node));
    taken.add(address(node));
  }

  private boolean address(String change, int node) {
    return ip("addr", change, address(node) + "/32", "dev", "lo");
  }

  /** Where addresses go that are taken away: nowhere, instead of out of this machine. */
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
