package dev.tradewind.gateway;

import static dev.tradewind.testing.Futures.await;

import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.net.NetServer;
import io.vertx.core.net.NetSocket;
import io.vertx.core.net.SocketAddress;
import io.vertx.core.parsetools.RecordParser;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** Malware scanner that speaks the protocol of clamd, and finds the word {@code EICAR}. */
final class FakeScanner implements AutoCloseable {

  /** Contents that it scanned. */
  final List<String> scanned = Collections.synchronizedList(new ArrayList<>());

  final SocketAddress address;
  private final NetServer server;

  FakeScanner(Vertx vertx, SocketAddress listening) {
    server = await(vertx.createNetServer().connectHandler(this::accept).listen(listening));
    address =
        listening.isDomainSocket()
            ? listening
            : SocketAddress.inetSocketAddress(server.actualPort(), listening.host());
  }

  private void accept(NetSocket socket) {
    Buffer content = Buffer.buffer();
    RecordParser parser = RecordParser.newDelimited("\0");
    boolean[] isLength = {true};
    parser.handler(command -> {
      if (!command.toString().equals("zINSTREAM")) {
        socket.end(Buffer.buffer("UNKNOWN COMMAND\0"));
        return;
      }
      parser.fixedSizeMode(Integer.BYTES);
      parser.handler(part -> {
        if (!isLength[0]) {
          content.appendBuffer(part);
          isLength[0] = true;
          parser.fixedSizeMode(Integer.BYTES);
        } else if (part.getInt(0) == 0) {
          answer(socket, content.toString(StandardCharsets.ISO_8859_1));
        } else {
          isLength[0] = false;
          parser.fixedSizeMode(part.getInt(0));
        }
      });
    });
    socket.handler(parser);
  }

  private void answer(NetSocket socket, String content) {
    scanned.add(content);
    if (content.contains("CRASH")) {
      socket.close();
    } else if (content.contains("TOO LARGE")) {
      socket.end(Buffer.buffer("INSTREAM size limit exceeded. ERROR\0"));
    } else {
      String verdict = content.contains("EICAR") ? "Eicar-Test-Signature FOUND" : "OK";
      socket.end(Buffer.buffer("stream: " + verdict + "\0"));
    }
  }

  @Override
  public void close() {
    await(server.close());
  }
}
