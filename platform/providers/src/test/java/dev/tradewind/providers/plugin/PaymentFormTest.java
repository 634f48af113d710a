package dev.tradewind.providers.plugin;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tradewind.spi.payment.PaymentForm;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PaymentFormTest {

  private static PaymentForm form(String module, String origin) {
    return new PaymentForm("pay", "Pay", module, Set.of(), Set.of(origin), Set.of());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "https://js.example.com",
        "https://*.example.com",
        "http://127.0.0.1:80",
        "http://[::1]:80"
      })
  void anOriginIsAdmitted(String origin) {
    assertThatCode(() -> form("/pay/form.js", origin)).doesNotThrowAnyException();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "https://js.example.com/",
        "https://js.example.com 'unsafe-inline'",
        "https://js.example.com; script-src *",
        "https://*",
        "https://js.*.com",
        "https:",
        "*",
        "data:",
        ""
      })
  void nothingElseGetsIntoThePolicy(String source) {
    assertThatThrownBy(() -> form("/pay/form.js", source))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("an origin such as");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"https://other.example/form.js", "//other.example/form.js", "form.js", ""})
  void aModuleIsAPathOfTheGateway(String module) {
    assertThatThrownBy(() -> form(module, "https://js.example.com"))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
