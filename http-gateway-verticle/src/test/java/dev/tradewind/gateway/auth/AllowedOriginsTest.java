package dev.tradewind.gateway.auth;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class AllowedOriginsTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "http://localhost:8000                  | http://localhost:8000        | true",
        "http://localhost:8000                  | http://localhost:80001       | false",
        "http://localhost:8000                  | http://localhost             | false",
        "http://localhost:8000                  | HTTP://localhost:8000        | false",
        "http://a.example, http://b.example     | http://b.example             | true",
        "http://a.example, http://b.example     | http://a.example,            | false",
        "/\\.example\\.com$/                    | https://shop.example.com     | true",
        "/\\.example\\.com$/                    | https://example.com.evil.org | false",
        "/EXAMPLE/i                             | https://example.org          | true",
        "/EXAMPLE/                              | https://example.org          | false",
        "/^http:\\/\\/a{1,2}$/,http://b.example | http://aa                    | true",
        "/^http:\\/\\/a{1,2}$/,http://b.example | http://b.example             | true",
        "/^http:\\/\\/a{1,2}$/,http://b.example | http://aaa                   | false",
        "http://a.example,,                     | http://a.example             | true",
        "http://a.example                       | null                         | false",
      })
  void anOriginIsAllowedOrNot(String list, String origin, boolean allowed) {
    assertThat(AllowedOrigins.parse(list).allow(origin)).isEqualTo(allowed);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", " ", ",", " , "})
  void anEmptyListAllowsNothing(String list) {
    assertThat(AllowedOrigins.parse(list).isEmpty()).isTrue();
    assertThat(AllowedOrigins.parse(list).allow("")).isFalse();
  }

  @Test
  void anInvalidPatternIsRejected() {
    assertThatThrownBy(() -> AllowedOrigins.parse("*")).hasMessageContaining("not an origin");
    assertThatThrownBy(() -> AllowedOrigins.parse("/(/")).hasMessageContaining("not a pattern");
    assertThatThrownBy(() -> AllowedOrigins.parse("/a/x")).hasMessageContaining("not a pattern");
    assertThatThrownBy(() -> AllowedOrigins.parse("/a")).hasMessageContaining("not a pattern");
  }
}
