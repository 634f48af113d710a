package dev.tradewind.storefront.answer;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class VariantPictureTest {

  private static final List<String> IMAGES = List.of("https://a/1.jpg", "https://a/2.jpg");

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      nullValues = "-",
      textBlock =
          """
          {"thumbnail": "https://b/m.jpg"}             | -                              | https://b/m.jpg
          {"image": "https://b/m.jpg"}                 | -                              | https://b/m.jpg
          {"thumbnail": "/files/x.y"}                  | -                              | /files/x.y
          {"image": 2}                                 | -                              | https://a/2.jpg
          {"image": "1"}                               | -                              | https://a/1.jpg
          {"image": "3"}                               | -                              | -
          {"image": "javascript:alert(1)"}             | -                              | -
          {"image": ""}                                | {"image:Moss": "2"}            | https://a/2.jpg
          -                                            | {"image:Moss": "https://b/m"}  | https://b/m
          -                                            | {"image:Rust": "2"}            | -
          {"image": "https://b/1"}                     | {"image:Moss": "2"}            | https://b/1
          {"color": "Moss"}                            | {"brand": "Harbour"}           | -
          -                                            | -                              | -
          """)
  void thePictureOfAVariantIsWhatMetadataNames(String variant, String product, String picture) {
    assertThat(VariantPicture.of(json(variant), json(product), List.of("M", "Moss"), IMAGES))
        .isEqualTo(Optional.ofNullable(picture));
  }

  @Test
  void aLineItemShowsThePictureOfItsVariant() {
    LineItem.BoughtProduct product =
        new LineItem.BoughtProduct("shirt", json("{\"image:Moss\": \"https://b/moss.jpg\"}"));
    LineItem.Bought own =
        new LineItem.Bought("v1", "p1", json("{\"thumbnail\": \"https://b/own.jpg\"}"), product);
    LineItem.Bought ofValue = new LineItem.Bought("v1", "p1", null, product);

    assertThat(line(own).picture()).isEqualTo("https://b/own.jpg");
    assertThat(line(ofValue).picture()).isEqualTo("https://b/moss.jpg");
    assertThat(line(null).picture()).isEqualTo("https://a/1.jpg");
  }

  private static LineItem line(LineItem.Bought variant) {
    return new LineItem(
        "item_1", "Shirt", "M / Moss", "https://a/1.jpg", 1, 0, false, 100, 100, variant);
  }

  private static JsonObject json(String text) {
    return text == null ? null : new JsonObject(text);
  }
}
