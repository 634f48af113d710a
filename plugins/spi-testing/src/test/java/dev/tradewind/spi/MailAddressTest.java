package dev.tradewind.spi;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.spi.notification.MailAddress;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MailAddressTest {

  @Test
  void theDomainIsEncoded() {
    assertThat(MailAddress.ascii("ana@ex\u00e4mple.com")).hasValue("ana@xn--exmple-cua.com");
    assertThat(MailAddress.ascii("ana@\u043f\u0440\u0438\u043c\u0435\u0440.\u0440\u0444"))
        .hasValue("ana@xn--e1afmkfd.xn--p1ai");
    assertThat(MailAddress.ascii("o'neil+1@sub.example.co.uk"))
        .hasValue("o'neil+1@sub.example.co.uk");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "ana",
        "ana@example",
        "j\u00fcrgen@example.com",
        "ana@stra\u00dfe.de", // another domain by each of the two standards
        "a,b@example.com",
        "a\"b@example.com",
        "a<b@example.com",
        "ana@exa_mple.com",
        "ana@-example.com",
        "ana@example.com\r\nBcc: x@example.com"
      })
  void nothingIsSentElsewhere(String address) {
    assertThat(MailAddress.ascii(address)).isEmpty();
  }
}
