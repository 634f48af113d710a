package dev.tradewind.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.gateway.config.GatewayConfig;
import dev.tradewind.gateway.contract.Contract;
import dev.tradewind.kernel.operation.Operations;
import dev.tradewind.kernel.operation.Reply;
import dev.tradewind.kernel.operation.Request;
import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ForwardedHeadersIT {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          0 | X-Forwarded-For: 9.9.9.9                                  | 127.0.0.1
          1 | X-Forwarded-For: 9.9.9.9                                  | 9.9.9.9
          1 | X-Forwarded-For: 10.0.0.1, 9.9.9.9                        | 9.9.9.9
          1 | X-Forwarded-For: 10.0.0.1\\r\\nX-Forwarded-For: 9.9.9.9   | 9.9.9.9
          1 | X-Forwarded-For: 10.0.0.1\\r\\nX-Forwarded-For: 2001:db8::1 | 2001:db8::1
          1 | X-Forwarded-For: 9.9.9.9, <script>                        | 127.0.0.1
          1 | X-Forwarded-For: 9.9.9.9,                                 | 127.0.0.1
          1 | X-Forwarded-For: example.com                              | 127.0.0.1
          1 | X-Other: 1                                                | 127.0.0.1
          2 | X-Forwarded-For: 8.8.8.8, 9.9.9.9, 10.0.0.1               | 9.9.9.9
          2 | X-Forwarded-For: 9.9.9.9                                  | 127.0.0.1
          """)
  void theClientIsTheAddressThatTheOutermostTrustedProxySaw(
      int proxies, String headers, String address) {
    AtomicReference<Request> seen = new AtomicReference<>();
    GatewayConfig config = GatewayConfig.of("127.0.0.1", 0).withTrustedProxies(proxies);
    try (RunningGateway gateway = new RunningGateway(config)) {
      Operations carts = new Operations();
      for (String id : Contract.load().operationIds("cart")) {
        carts.on(
            id,
            request -> {
              seen.set(request);
              return Future.succeededFuture(Reply.ok(new JsonObject()));
            });
      }
      gateway.serve("cart", carts);

      gateway.http.send(
          "POST /store/carts HTTP/1.1", headers.replace("\\r\\n", "\r\n") + "\r\n", "");

      assertThat(seen.get().header("remote-address")).isEqualTo(address);
    }
  }
}
