package dev.tradewind.customer.mail;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class EmailAddressTest {

  @Test
  void oneAddressHasOneForm() {
    assertThat(EmailAddress.normalized(" Ada@Example.COM ")).isEqualTo("ada@example.com");
    assertThat(EmailAddress.normalized("zoe\u0308@example.com"))
        .isEqualTo(EmailAddress.normalized("ZO\u00cb@example.com"));
  }
}
