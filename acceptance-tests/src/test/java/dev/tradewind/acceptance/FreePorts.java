package dev.tradewind.acceptance;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.ArrayList;
import java.util.List;

/** Ports of the loopback interface that nobody listens on yet. */
public final class FreePorts {

  private FreePorts() {}

  /** Different ones, for they are held until all are found. */
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
