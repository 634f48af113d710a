package dev.tradewind.gateway.files;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.buffer.Buffer;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class FileTypeTest {

  private static FileType type(String name) {
    return FileType.ofName(name).orElseThrow();
  }

  private static Buffer bytes(String latin) {
    return Buffer.buffer(latin.getBytes(StandardCharsets.ISO_8859_1));
  }

  @ParameterizedTest
  @ValueSource(strings = {"a.png", "A.PNG", "a.b.jpeg", ".svg", "prices.csv"})
  void extensionsAreKnown(String name) {
    assertThat(FileType.ofName(name)).isPresent();
  }

  @ParameterizedTest
  @ValueSource(strings = {"png", "a.html", "a.exe", "a.png.js", "a.", ""})
  void otherNamesAreNot(String name) {
    assertThat(FileType.ofName(name)).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "a.png, image/png, true",
    "a.png, 'IMAGE/PNG; charset=x', true",
    "a.png, application/octet-stream, true",
    "a.png, '', true",
    "a.png, image/jpeg, false",
    "a.jpg, image/jpeg, true",
    "a.csv, text/plain, true",
    "a.csv, application/vnd.ms-excel, true",
    "a.csv, text/html, false",
    "a.zip, application/x-zip-compressed, true",
    "a.docx, application/zip, false",
  })
  void aTypeIsDeclaredByItsMediaTypes(String name, String mediaType, boolean isDeclared) {
    assertThat(type(name).isDeclaredAs(mediaType)).isEqualTo(isDeclared);
  }

  @ParameterizedTest
  @CsvSource({
    "image/png, true",
    "application/pdf, true",
    "IMAGE/WEBP; q=1, true",
    "image/svg+xml, false",
    "text/csv, false",
    "video/mp4, false",
    "text/html, false",
  })
  void typesThatBrowsersDisplayHaveASignature(String mediaType, boolean isDisplayed) {
    assertThat(FileType.displayedAs(mediaType).isPresent()).isEqualTo(isDisplayed);
  }

  @ParameterizedTest
  @CsvSource({
    "a.gif, GIF89a..., true",
    "a.gif, GIF88a..., false",
    "a.webp, RIFF1234WEBP, true",
    "a.webp, RIFF1234WAVE, false",
    "a.webp, RIFF, false",
    "a.avif, 1234ftypavif, true",
    "a.pdf, %PDF-1.7, true",
    "a.pdf, ' %PDF-1.7', false",
    "a.mp4, 1234ftypisom, true",
    "a.svg, '<svg>', true",
    "a.svg, ' <?xml?><SVG/>', true",
    "a.svg, '<html><svg>', false",
    "a.svg, 'svg', false",
    "a.json, ' {}', true",
    "a.json, '[1]', true",
    "a.json, 'no', false",
    "a.txt, anything, true",
  })
  void aContentFitsByItsSignature(String name, String content, boolean fits) {
    assertThat(type(name).fits().test(bytes(content))).isEqualTo(fits);
  }

  @ParameterizedTest
  @CsvSource({"a.csv, false", "a.svg, false", "a.png, true"})
  void textsHaveNoControlCharacters(String name, boolean mayContain) {
    assertThat(type(name).mayContain(bytes("a\u0001b"))).isEqualTo(mayContain);
    assertThat(type(name).mayContain(bytes("a\t\r\n\f\u00e9b"))).isTrue();
  }
}
