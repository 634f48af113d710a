package dev.tradewind.embedded;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;

/** Selection of ports on the loopback interface. */
final class Ports {

  private static final long PAUSE_MILLIS = 100;

  /**
   * Below the ranges from which systems take ports of outgoing connections, one of which could hold
   * a selected port before its server listens.
   */
  private static final int MIN_PORT = 20_000;

  private static final int MAX_PORT = 29_999;
  private static final int MAX_ATTEMPTS = 100;

  private Ports() {}

  static int free() {
    EmbeddedServiceException failure = null;
    for (int attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
      try {
        return bind(ThreadLocalRandom.current().nextInt(MIN_PORT, MAX_PORT + 1));
      } catch (EmbeddedServiceException taken) {
        failure = taken;
      }
    }
    throw failure;
  }

  /**
   * The preferred port, so that an address stays the same between starts; another if it is taken.
   *
   * @param wished 0 for any
   */
  static int freeNear(int wished) {
    try {
      return wished == 0 ? free() : bind(wished);
    } catch (EmbeddedServiceException taken) {
      return free();
    }
  }

  /** As above, after waiting for another process to release the preferred port. */
  static int freeNear(int wished, Duration timeout) {
    long deadline = System.nanoTime() + timeout.toNanos();
    while (System.nanoTime() < deadline) {
      try {
        return bind(wished);
      } catch (EmbeddedServiceException taken) {
        pause();
      }
    }
    return free();
  }

  private static void pause() {
    try {
      Thread.sleep(PAUSE_MILLIS);
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new EmbeddedServiceException("Interrupted while waiting for a port.", interrupted);
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
