package dev.tradewind.spi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.URI;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RequestUrlTest {

  private static final RequestUrl CUSTOMERS =
      RequestUrl.of("https://api.example/base/").with("v1", "customers");

  @ParameterizedTest
  @ValueSource(
      strings = {
        "cus_1",
        "search?query=created>0&limit=100#",
        "../customers",
        "a/b",
        "%2e%2e",
        "%2F",
        "..\\customers",
        "ü \u0000\r\n",
        "~*+!'()"
      })
  void textStaysInItsSegmentAndItsParameter(String text) {
    URI url =
        URI.create(
            CUSTOMERS.with(text, "payment_methods").withParameter("after[]", text).toString());

    assertThat(url.getRawPath().split("/")).hasSize(6);
    assertThat(url.getPath()).isEqualTo("/base/v1/customers/" + text + "/payment_methods");
    assertThat(url.getQuery()).isEqualTo("after[]=" + text);
    assertThat(url.getRawQuery()).doesNotContain("&");
    assertThat(url.getFragment()).isNull();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", ".", ".."})
  void aSegmentThatLeadsElsewhereIsRefused(String text) {
    assertThatThrownBy(() -> CUSTOMERS.with(text)).isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void parametersKeepTheirOrder() {
    assertThat(
            RequestUrl.of("https://api.example")
                .withParameter("limit", 100)
                .withParameter("delete", ""))
        .hasToString("https://api.example/?limit=100&delete=");
  }
}
