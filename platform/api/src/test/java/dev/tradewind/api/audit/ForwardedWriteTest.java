package dev.tradewind.api.audit;

import dev.tradewind.api.RecordedMessage;
import org.junit.jupiter.api.Test;

class ForwardedWriteTest {

  @Test
  void aForwardedWriteHasTheFormOfEveryVersion() {
    ForwardedWrite write =
        new ForwardedWrite("POST /admin/wishlists/{id}", "wishlist", "/admin/wishlists/wish_1");

    RecordedMessage.of("forwarded-write")
        .isWrittenFrom(write, ForwardedWrite::toJson)
        .isReadAs(write, ForwardedWrite::parse);
  }
}
