package dev.tradewind.acceptance.chaos;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * TCP proxy between the nodes and a service, which can make the service slow, cut it off, or move
 * its address to another server.
 */
public final class ServiceLink implements AutoCloseable {

  private final ServerSocket entrance;
  private volatile int target;
  private final Set<Socket> connections = ConcurrentHashMap.newKeySet();
  private volatile Duration delay = Duration.ZERO;
  private volatile boolean isCut;

  private ServiceLink(ServerSocket entrance, int target) {
    this.entrance = entrance;
    this.target = target;
  }

  /**
   * @param target port of the service on this machine
   */
  public static ServiceLink to(int target) {
    try {
      ServiceLink link =
          new ServiceLink(new ServerSocket(0, 0, InetAddress.getLoopbackAddress()), target);
      Thread.startVirtualThread(link::accept);
      return link;
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }

  public int port() {
    return entrance.getLocalPort();
  }

  /** Delays each response of the service. */
  public void slow(Duration time) {
    delay = time;
  }

  /** Leads further connections to another port, as when an address moves to a standby. */
  public void redirect(int port) {
    target = port;
  }

  /** Resets all connections, and each further one. */
  public void cut() {
    isCut = true;
    connections.forEach(ServiceLink::reset);
  }

  public void heal() {
    delay = Duration.ZERO;
    isCut = false;
  }

  private void accept() {
    while (!entrance.isClosed()) {
      try {
        Socket node = entrance.accept();
        Thread.startVirtualThread(() -> connect(node));
      } catch (IOException closed) {
        // The loop ends with the entrance.
      }
    }
  }

  private void connect(Socket node) {
    if (isCut) {
      reset(node);
      return;
    }
    try (node;
        Socket service = new Socket(InetAddress.getLoopbackAddress(), target)) {
      connections.add(node);
      connections.add(service);
      Thread requests = Thread.startVirtualThread(() -> copy(node, service, false));
      copy(service, node, true);
      reset(service);
      requests.join();
    } catch (IOException unavailable) {
      reset(node);
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
    } finally {
      connections.removeIf(Socket::isClosed);
    }
  }

  private void copy(Socket from, Socket to, boolean isDelayed) {
    byte[] buffer = new byte[16_384];
    try {
      InputStream input = from.getInputStream();
      OutputStream output = to.getOutputStream();
      for (int length = input.read(buffer); length >= 0; length = input.read(buffer)) {
        if (isDelayed && !delay.isZero()) {
          ChaosCluster.pause(delay);
        }
        output.write(buffer, 0, length);
      }
      to.shutdownOutput();
    } catch (IOException ended) {
      reset(from);
      reset(to);
    }
  }

  private static void reset(Socket socket) {
    try {
      socket.setSoLinger(true, 0);
      socket.close();
    } catch (IOException closed) {
      // It is what was to be reached.
    }
  }

  @Override
  public void close() {
    try {
      entrance.close();
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
    cut();
  }
}
