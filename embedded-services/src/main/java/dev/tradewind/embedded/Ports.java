package dev.tradewind.embedded;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;

/** Selection of ports on the loopback interface. */
final class Ports {

  private Ports() {}

  static int free() {
    return bind(0);
  }

  /**
   * The preferred port, so that an address stays the same between starts; another if it is taken.
   */
  static int freeNear(int wished) {
    try {
      return bind(wished);
    } catch (EmbeddedServiceException taken) {
      return free();
    }
  }

  private static int bind(int port) {
    try (ServerSocket socket = new ServerSocket()) {
      socket.setReuseAddress(true);
      socket.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
      return socket.getLocalPort();
    } catch (IOException taken) {
      throw new EmbeddedServiceException("Port " + port + " of this machine is taken.", taken);
    }
  }
}
