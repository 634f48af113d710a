package dev.tradewind.acceptance;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.ArrayList;
import java.util.List;

/** Unused ports of the loopback interface. */
public final class FreePorts {

  private FreePorts() {}

  /** Finds distinct ports: each one is bound until all are found. */
  public static List<Integer> find(int number) {
    List<ServerSocket> sockets = new ArrayList<>();
    try {
      for (int i = 0; i < number; i++) {
        sockets.add(new ServerSocket(0, 1, InetAddress.getLoopbackAddress()));
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
