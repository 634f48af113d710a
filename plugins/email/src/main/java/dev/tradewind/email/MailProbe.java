package dev.tradewind.email;

import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.net.NetClient;
import io.vertx.core.net.NetClientOptions;
import io.vertx.ext.mail.MailConfig;
import java.util.concurrent.TimeUnit;

/** Probe of a mail server: connects and reads its greeting, without a message. */
final class MailProbe {

  private static final int TIMEOUT_SECONDS = 10;

  private MailProbe() {}

  static Future<Void> run(Vertx vertx, MailConfig server) {
    NetClient client =
        vertx.createNetClient(
            new NetClientOptions()
                .setConnectTimeout((int) TimeUnit.SECONDS.toMillis(TIMEOUT_SECONDS))
                .setSsl(server.isSsl())
                .setHostnameVerificationAlgorithm("HTTPS"));
    return client
        .connect(server.getPort(), server.getHostname())
        .compose(socket -> {
          Promise<String> greeting = Promise.promise();
          socket.handler(bytes -> greeting.tryComplete(bytes.toString()));
          socket.closeHandler(closed -> greeting.tryFail("The mail server ended the connection."));
          return greeting.future().onComplete(read -> socket.close());
        })
        .timeout(TIMEOUT_SECONDS, TimeUnit.SECONDS)
        .<Void>compose(greeting -> {
          if (greeting.startsWith("220")) {
            return Future.succeededFuture();
          }
          return Future.failedFuture("The mail server answers: " + greeting.strip());
        })
        .onComplete(probed -> client.close());
  }
}
