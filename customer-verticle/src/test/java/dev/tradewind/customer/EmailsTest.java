package dev.tradewind.customer;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class EmailsTest {

  @Test
  void oneAddressHasOneForm() {
    assertThat(Emails.normalized(" Ada@Example.COM ")).isEqualTo("ada@example.com");
    assertThat(Emails.normalized("zoe\u0308@example.com"))
        .isEqualTo(Emails.normalized("ZO\u00cb@example.com"));
  }
}
