package dev.tradewind.stripe.testserver.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tradewind.stripe.testserver.state.StripeError;
import io.vertx.core.json.JsonObject;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class FormParserTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      quoteCharacter = '`',
      textBlock =
          """
          ``                             ; {}
          a=1                            ; {"a":"1"}
          a=1&b=2                        ; {"a":"1","b":"2"}
          a=1&a=2                        ; {"a":"2"}
          a=                             ; {"a":""}
          a                              ; {"a":""}
          a=b=c                          ; {"a":"b=c"}
          a[b]=1                         ; {"a":{"b":"1"}}
          a[b][c]=1&a[b][d]=2&a[e]=3     ; {"a":{"b":{"c":"1","d":"2"},"e":"3"}}
          a[]=1&a[]=2                    ; {"a":["1","2"]}
          a[0]=1&a[1]=2                  ; {"a":["1","2"]}
          a[1]=2&a[0]=1                  ; {"a":["1","2"]}
          a[10]=3&a[9]=2&a[8]=1          ; {"a":["1","2","3"]}
          a[0][b]=1&a[1][b]=2            ; {"a":[{"b":"1"},{"b":"2"}]}
          a[0]=1&a[b]=2                  ; {"a":{"0":"1","b":"2"}}
          a%5Bb%5D=c+d%26e               ; {"a":{"b":"c d&e"}}
          a[b=1                          ; {"a[b":"1"}
          metadata[order id]=%E2%82%AC   ; {"metadata":{"order id":"€"}}
          """)
  void parametersAreParsed(String form, String expected) {
    assertThat(FormParser.parse(form)).isEqualTo(new JsonObject(expected));
  }

  @ParameterizedTest
  @ValueSource(strings = {"a=1&a[b]=2", "a[b]=2&a=1", "a[b]=1&a[b][c]=2", "a=%", "a=%zz"})
  void contradictionsAreRefused(String form) {
    assertThatThrownBy(() -> FormParser.parse(form))
        .isInstanceOfSatisfying(
            StripeError.class, error -> assertThat(error.status()).isEqualTo(400));
  }
}
