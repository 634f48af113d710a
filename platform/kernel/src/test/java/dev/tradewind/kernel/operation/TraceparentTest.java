package dev.tradewind.kernel.operation;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class TraceparentTest {

  @Test
  void nodesOfAllVersionsDeriveTheSameTraceFromACommand() {
    assertThat(Traceparent.of(null, "command"))
        .isEqualTo("00-5d347fd948b66308f502c3f65c8f7e12-ff1c5cf8c760bcdf-00")
        .isEqualTo(Traceparent.valid(Traceparent.of(null, "command")));
  }

  @Test
  void theTraceOfTheClientIsContinued() {
    String client = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";

    assertThat(Traceparent.of(client, "command")).isEqualTo(client);
  }
}
