package dev.tradewind.api.customer;

import dev.tradewind.api.RecordedMessage;
import dev.tradewind.kernel.operation.Principal;
import java.util.List;
import org.junit.jupiter.api.Test;

class RefusalTest {

  @Test
  void refusalsHaveTheFormOfEveryVersion() {
    List<Refusal> refusals =
        List.of(
            new Refusal(
                403,
                "adminListOrders",
                new Principal(Principal.Kind.USER, "usr_1", Principal.Credential.API_TOKEN),
                "192.0.2.1",
                "req_1",
                7),
            new Refusal(429, "storeCreateCart", Principal.ANONYMOUS, null, "req_2", 1));

    RecordedMessage.of("refusals")
        .isWrittenFrom(refusals, Refusal::toJson)
        .isReadAs(refusals, Refusal::listOf);
  }
}
