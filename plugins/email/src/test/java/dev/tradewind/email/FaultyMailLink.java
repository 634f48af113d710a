package dev.tradewind.email;

import static dev.tradewind.testing.Futures.await;

import dev.tradewind.spi.testing.ServiceFault;
import io.vertx.core.Vertx;
import io.vertx.core.net.NetServer;
import io.vertx.core.net.NetSocket;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** Link to a mail server that loses messages, or the server's answers to them. */
final class FaultyMailLink implements AutoCloseable {

  /** End of a message (RFC 5321, 4.1.1.4). */
  private static final String END = "\r\n.\r\n";

  private final Vertx vertx;
  private final int mailServerPort;
  private final NetServer link;
  private final Set<NetSocket> clients = ConcurrentHashMap.newKeySet();
  private volatile @Nullable ServiceFault fault;

  FaultyMailLink(Vertx vertx, int mailServerPort) {
    this.vertx = vertx;
    this.mailServerPort = mailServerPort;
    this.link = await(vertx.createNetServer().connectHandler(this::accept).listen(0, "127.0.0.1"));
  }

  int port() {
    return link.actualPort();
  }

  /** Connections of before would have no fault. */
  void disturb(ServiceFault next) {
    fault = next;
    closeAll();
  }

  void restore() {
    if (fault != null) {
      fault = null;
      closeAll();
    }
  }

  private void closeAll() {
    clients.forEach(client -> await(client.close()));
  }

  private void accept(NetSocket client) {
    ServiceFault current = fault;
    clients.add(client);
    client.closeHandler(closed -> clients.remove(client));
    if (current == ServiceFault.REQUEST_LOST) {
      client.close();
    } else if (current != ServiceFault.ANSWER_DELAYED) {
      client.pause();
      vertx
          .createNetClient()
          .connect(mailServerPort, "127.0.0.1")
          .onSuccess(server -> join(client, server, current == ServiceFault.ANSWER_LOST))
          .onFailure(failure -> client.close());
    }
  }

  private void join(NetSocket client, NetSocket server, boolean losesAnswers) {
    StringBuilder sent = new StringBuilder();
    client.handler(bytes -> {
      sent.append(bytes.toString(StandardCharsets.ISO_8859_1));
      server.write(bytes);
    });
    server.handler(bytes -> {
      if (losesAnswers && sent.indexOf(END) >= 0) {
        client.close();
      } else {
        client.write(bytes);
      }
    });
    client.closeHandler(closed -> {
      clients.remove(client);
      server.close();
    });
    server.closeHandler(closed -> client.close());
    client.resume();
  }

  @Override
  public void close() {
    await(link.close());
  }
}
