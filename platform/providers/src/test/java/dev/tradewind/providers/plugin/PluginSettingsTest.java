package dev.tradewind.providers.plugin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tradewind.spi.Plugin;
import dev.tradewind.spi.PluginContext;
import dev.tradewind.spi.Provider;
import dev.tradewind.spi.Setting;
import io.vertx.core.Future;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PluginSettingsTest {

  private static final Plugin CARDS =
      new Configured(
          List.of(Setting.secret("TRADEWIND_CARDS_KEY"), Setting.plain("TRADEWIND_CARDS_MODE")));

  @TempDir private Path folder;

  private record Configured(List<Setting> settings) implements Plugin {

    @Override
    public String name() {
      return "cards";
    }

    @Override
    public Future<List<Provider>> start(PluginContext context) {
      return Future.succeededFuture(List.of());
    }
  }

  @Test
  void aSecretIsReadFromItsFile() throws IOException {
    Path file = Files.writeString(folder.resolve("key"), "sk_1\n");

    assertThat(
            PluginSettings.of(
                CARDS,
                Map.of(
                    "TRADEWIND_CARDS_KEY_FILE", file.toString(),
                    "TRADEWIND_CARDS_MODE", " manual ",
                    "TRADEWIND_OTHER", "x")))
        .containsOnly(
            Map.entry("TRADEWIND_CARDS_KEY", "sk_1"), Map.entry("TRADEWIND_CARDS_MODE", "manual"));
  }

  @Test
  void aBlankValueIsNone() {
    assertThat(PluginSettings.of(CARDS, Map.of("TRADEWIND_CARDS_KEY", " "))).isEmpty();
  }

  @Test
  void aSecretGivenTwiceIsRefused() {
    Map<String, String> twice = Map.of("TRADEWIND_CARDS_KEY", "a", "TRADEWIND_CARDS_KEY_FILE", "b");

    assertThatThrownBy(() -> PluginSettings.of(CARDS, twice))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("Set either TRADEWIND_CARDS_KEY or TRADEWIND_CARDS_KEY_FILE.");
  }

  @Test
  void aMissingFileIsNamed() {
    Map<String, String> missing =
        Map.of("TRADEWIND_CARDS_KEY_FILE", folder.resolve("absent").toString());

    assertThatThrownBy(() -> PluginSettings.of(CARDS, missing))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("TRADEWIND_CARDS_KEY_FILE", "absent");
  }

  @Test
  void twoPluginsCannotReadOneSetting() {
    assertThat(PluginSettings.names(List.of(CARDS)))
        .containsOnly("TRADEWIND_CARDS_KEY", "TRADEWIND_CARDS_KEY_FILE", "TRADEWIND_CARDS_MODE");
    assertThatThrownBy(() -> PluginSettings.names(List.of(CARDS, CARDS)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("TRADEWIND_CARDS_KEY");
  }

  @ParameterizedTest
  @ValueSource(strings = {"CARDS_KEY", "TRADEWIND_cards", "TRADEWIND_CARDS_FILE", "TRADEWIND_"})
  void aSettingHasTheFormOfAVariable(String name) {
    assertThatThrownBy(() -> Setting.plain(name)).isInstanceOf(IllegalArgumentException.class);
  }
}
