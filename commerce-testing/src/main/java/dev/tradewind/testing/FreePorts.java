package dev.tradewind.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Unused ports of the loopback interface. They are below those that the operating system gives to
 * outgoing connections, one of which could take a port before its server starts or restarts.
 */
public final class FreePorts {

  private static final int FIRST = 10_000;
  private static final int END = 32_768;

  private FreePorts() {}

  /** Finds a port. */
  public static int find() {
    return find(1).getFirst();
  }

  /** Finds distinct ports: each one is bound until all are found. */
  public static List<Integer> find(int number) {
    List<ServerSocket> sockets = new ArrayList<>();
    try {
      while (sockets.size() < number) {
        try {
          sockets.add(
              new ServerSocket(
                  ThreadLocalRandom.current().nextInt(FIRST, END),
                  1,
                  InetAddress.getLoopbackAddress()));
        } catch (BindException taken) {
          // Another one is tried.
        }
      }
      List<Integer> free = sockets.stream().map(ServerSocket::getLocalPort).toList();
      for (ServerSocket socket : sockets) {
        socket.close();
      }
      return free;
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }
}
