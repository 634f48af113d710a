package dev.tradewind.providers.hook;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tradewind.spi.hook.HookPoint;
import dev.tradewind.spi.hook.HookPolicy;
import io.vertx.core.json.JsonArray;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ConfiguredHookTest {

  private static final String SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";

  private static List<ConfiguredHook> parse(String json) {
    return ConfiguredHook.parse(new JsonArray(json.replace('\'', '"')), file -> SECRET + "\n");
  }

  @Test
  void aHookHasDefaultLimits() {
    ConfiguredHook hook =
        parse(
                "[{'name': 'fraud', 'point': 'complete_cart', 'url': 'http://fraud:8080/decide',"
                    + " 'secret_file': 'fraud.txt'}]")
            .getFirst();

    assertThat(hook.point()).isEqualTo(HookPoint.COMPLETE_CART);
    assertThat(hook.policy()).isEqualTo(HookPolicy.DEFAULT);
    assertThat(hook).hasToString("fraud");
  }

  @Test
  void aHookHasTheLimitsOfTheFile() {
    ConfiguredHook hook =
        parse(
                "[{'name': 'fraud', 'point': 'refund', 'url': 'https://fraud/', 'deadline_ms': 900,"
                    + " 'required': true, 'max_concurrent': 3, 'secret_file': 'fraud.txt'}]")
            .getFirst();

    assertThat(hook.policy()).isEqualTo(new HookPolicy(Duration.ofMillis(900), true, 3));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          [1] | must be an object
          [{'point': 'refund'}] | needs name
          [{'name': 'a', 'point': 'order', 'url': 'http://a', 'secret_file': 'f'}] | complete_cart
          [{'name': 'a', 'point': 'refund', 'url': 'ftp://a', 'secret_file': 'f'}] | http or https
          [{'name': 'a', 'point': 'refund', 'url': 'http://me:pw@a', 'secret_file': 'f'}] | http or https
          [{'name': 'a', 'point': 'refund', 'url': 'http://a'}] | secret_file
          [{'name': 'a', 'point': 'refund', 'url': 'http://a', 'secret_file': 'f', 'retries': 3}] | retries
          [{'name': 'a', 'point': 'refund', 'url': 'http://a', 'secret_file': 'f', 'deadline_ms': 60000}] | 5000
          [{'name': 'a', 'point': 'refund', 'url': 'http://a', 'secret_file': 'f', 'required': 1}] | true or false
          [{'name': 'a', 'point': 'refund', 'url': 'http://a', 'secret_file': 'f', 'max_concurrent': 0}] | at least one
          """)
  void aWrongFileSaysWhatIsAllowed(String json, String message) {
    assertThatThrownBy(() -> parse(json))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(message);
  }
}
