package dev.tradewind.storefront.render;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.storefront.answer.LineItem;
import io.vertx.core.json.JsonObject;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FocusPointTest {

  private static final String NONE = "";

  @ParameterizedTest
  @CsvSource({
    "50 20, 50, 20",
    "50% 20%, 50, 20",
    "'0,100', 0, 100",
    "' 33   66 ', 30, 70",
    "4 96, 0, 100",
  })
  void aPointHasTheClassesOfItsTenths(String text, int x, int y) {
    assertThat(FocusPoint.classes(focus(text)))
        .isEqualTo(" focused focus-x-%s focus-y-%s".formatted(x, y));
  }

  @ParameterizedTest
  @CsvSource({"''", "50", "50 101", "-1 5", "left top", "1.5 2", "'5 5\" onload=\"x'"})
  void whatIsNoPointShowsThePictureWhole(String text) {
    assertThat(FocusPoint.classes(focus(text))).isEqualTo(NONE);
  }

  @Test
  void metadataWithoutATextHaveNone() {
    assertThat(FocusPoint.classes((JsonObject) null)).isEqualTo(NONE);
    assertThat(FocusPoint.classes(new JsonObject())).isEqualTo(NONE);
    assertThat(FocusPoint.classes(new JsonObject().put("focus", 50))).isEqualTo(NONE);
  }

  @Test
  void aLineHasThePointOfThePictureThatItShows() {
    String own = "https://b/own.jpg";
    JsonObject pictured = focus("10 10").put("thumbnail", own);

    assertThat(FocusPoint.classes(line(focus("10 10"), focus("90 90"))))
        .isEqualTo(" focused focus-x-90 focus-y-90");
    assertThat(FocusPoint.classes(line(pictured, focus("90 90"))))
        .isEqualTo(" focused focus-x-10 focus-y-10");
    assertThat(FocusPoint.classes(line(new JsonObject().put("image", own), focus("90 90"))))
        .isEqualTo(NONE);
    assertThat(FocusPoint.classes(line(pictured, null)))
        .isEqualTo(" focused focus-x-10 focus-y-10");
  }

  private static JsonObject focus(String text) {
    return new JsonObject().put("focus", text);
  }

  private static LineItem line(JsonObject variant, @Nullable JsonObject product) {
    LineItem.BoughtProduct ofProduct = new LineItem.BoughtProduct("sofa", product);
    return new LineItem(
        "item_1",
        "Sofa",
        "Moss",
        "https://a/1.jpg",
        1,
        null,
        false,
        100,
        100,
        new LineItem.Bought("variant_1", "prod_1", variant, ofProduct));
  }
}
