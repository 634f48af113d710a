package dev.tradewind.kernel.text;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class LocalPathTest {

  @ParameterizedTest
  @CsvSource({
    "/, /",
    "/products?q=wool%20hat&page=2#top, /products?q=wool%20hat&page=2#top",
    "/app/a/orders?fields[]=id, /app/a/orders?fields[]=id",
    "/de/café, /de/caf%C3%A9",
    "/orders/../account, /account",
  })
  void aPathOfTheShopStays(String text, String path) {
    assertThat(LocalPath.of(text, "/else")).isEqualTo(path);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "//evil.example",
        "/\\evil.example",
        "\\\\evil.example",
        "https://evil.example/",
        "http:evil",
        "javascript:alert(1)",
        "evil",
        "?evil",
        "//user@evil.example",
        "http://shop.invalid/",
      })
  void anotherOriginDoesNot(String text) {
    assertThat(LocalPath.of(text, "/else")).isEqualTo("/else");
  }

  /** Browsers take these characters out of a URL, or take them for slashes. */
  @Test
  void noCharacterBeforeAHostMakesItAnotherOrigin() {
    for (char odd = 0; odd < 0x100; odd++) {
      for (String text :
          new String[] {"/%c/evil.example", "/%c//evil.example", "%c//evil.example"}) {
        String path = LocalPath.of(text.replace("%c", String.valueOf(odd)), "/else");
        assertThat(path)
            .as("character %d", (int) odd)
            .matches("/([!-~&&[^/\\\\]][!-~&&[^\\\\]]*)?");
      }
    }
  }
}
