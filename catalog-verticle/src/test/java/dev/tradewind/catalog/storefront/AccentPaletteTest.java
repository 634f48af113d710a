package dev.tradewind.catalog.storefront;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tradewind.testing.Modules;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.nio.file.Files;
import java.util.Arrays;
import java.util.List;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AccentPaletteTest {

  @ParameterizedTest
  @CsvSource({"#000000,#ffffff,21", "#ffffff,#ffffff,1", "#767676,#ffffff,4.54"})
  void theContrastIsThatOfWcag(String one, String other, double expected) {
    assertThat(AccentPalette.contrast(one, other)).isCloseTo(expected, Offset.offset(0.01));
  }

  @ParameterizedTest
  @CsvSource({"#7a1f3d", "#0b5351", "#000000", "#1a237e", "#B71C1C", "#4a148c"})
  void oneColorMakesReadableLinksAndButtonsOnBothGrounds(String accent) {
    AccentPalette.require(accent, null);

    JsonObject palette = AccentPalette.of(accent, null);

    assertThat(palette.getString("accent")).isEqualTo(accent);
    assertReadable(palette.getString("accent"), AccentPalette.LIGHT_GROUND);
    assertReadable(palette.getString("accent"), palette.getString("on_accent"));
    assertReadable(palette.getString("accent_dark"), AccentPalette.DARK_GROUND);
    assertReadable(palette.getString("accent_dark"), palette.getString("on_accent_dark"));
  }

  private static void assertReadable(String one, String other) {
    assertThat(AccentPalette.contrast(one, other)).isGreaterThanOrEqualTo(AccentPalette.CONTRAST);
  }

  @ParameterizedTest
  @CsvSource({
    "#ffee00,,accent has a contrast of 1.0 on the light ground",
    "#7a1f3d,#222222,accent_dark has a contrast of 1.1 on the dark ground",
    ",#8fd3c8,accent_dark needs accent beside it"
  })
  void unreadableColorsAreRefused(String accent, String dark, String message) {
    assertThatThrownBy(() -> AccentPalette.require(accent, dark)).hasMessageStartingWith(message);
  }

  /** Links stand on each of these grounds, on the one with the least contrast as well. */
  @Test
  void theGroundsAreThoseOfTheStyleSheetWithTheLeastContrast() throws IOException {
    String style =
        Files.readString(
            Modules.folder("storefront").resolve("src/main/resources/storefront/files/shop.css"));
    String[] palettes = style.split("prefers-color-scheme: dark", 2);

    assertThat(hardest(palettes[0], "#000000")).isEqualTo(AccentPalette.LIGHT_GROUND);
    assertThat(hardest(palettes[1], "#ffffff")).isEqualTo(AccentPalette.DARK_GROUND);
  }

  private static String hardest(String palette, String ink) {
    return List.of("--paper: ", "--surface: ", "--sunken: ").stream()
        .map(token -> palette.substring(palette.indexOf(token) + token.length()).substring(0, 7))
        .min((one, other) ->
            Double.compare(AccentPalette.contrast(one, ink), AccentPalette.contrast(other, ink)))
        .orElseThrow(() -> new AssertionError(Arrays.toString(palette.split("\n"))));
  }
}
