package dev.tradewind.storefront.render;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tradewind.storefront.visit.PictureSize;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PicturesTest {

  private static final String URL = "https://shop.example/files/MDpr.c2ln";
  private static final String FILE = "/files/MDpr.c2ln";

  /** {@code F} is the path of the original. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          2112 | F/640.jpg | F/320.jpg 320w, F/640.jpg 640w, F/1280.jpg 1280w
          1280 | F/640.jpg | F/320.jpg 320w, F/640.jpg 640w, F 1280w
          1000 | F/640.jpg | F/320.jpg 320w, F/640.jpg 640w, F 1000w
          640  | F         | F/320.jpg 320w, F 640w
          320  | F         | F 320w
          90   | F         | F 90w
          """)
  void aPictureOffersTheSizesThatTheServerHas(int width, String source, String sources) {
    Pictures pictures = new Pictures(signed -> new PictureSize(false, width, 60));

    Picture picture = pictures.of(URL, "card");

    assertThat(picture.source()).isEqualTo(source.replace("F", FILE));
    assertThat(picture.sources()).isEqualTo(sources.replace("F", FILE));
    assertThat(picture.width()).isEqualTo(width);
    assertThat(picture.height()).isEqualTo(60);
    assertThat(picture.original()).isEqualTo(FILE);
    assertThat(pictures.isProvisional()).isFalse();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "https://images.example/cup.jpg",
        "data:image/svg+xml,%3Csvg%3E",
        "/files/unsigned.jpg/320.jpg",
        "https://shop.example/shop/files/MDpr.c2ln",
        "https://shop.example/files/MDpr"
      })
  void anyOtherImageIsShownAsItIs(String url) {
    Pictures pictures = new Pictures(signed -> new PictureSize(false, 2000, 1000));

    Picture picture = pictures.of(url, "line");

    assertThat(picture).isEqualTo(new Picture(url, null, "4.5rem", null, null, url));
    assertThat(pictures.isProvisional()).isFalse();
  }

  @Test
  void aPageIsProvisionalUntilItsImagesAreMeasured() {
    Pictures unknown = new Pictures(signed -> null);
    Pictures pending = new Pictures(signed -> new PictureSize(true, null, null));
    Pictures unsized = new Pictures(signed -> PictureSize.NONE);

    assertThat(unknown.of(URL, "gallery").source()).isEqualTo(URL);
    assertThat(pending.of(URL, "gallery").sources()).isNull();
    assertThat(unsized.of(URL, "gallery").source()).isEqualTo(URL);

    assertThat(unknown.unmeasured()).containsExactly("MDpr.c2ln");
    assertThat(unknown.isProvisional()).isTrue();
    assertThat(pending.isProvisional()).isTrue();
    assertThat(pending.unmeasured()).isEmpty();
    assertThat(unsized.isProvisional()).isFalse();
  }

  @ParameterizedTest
  @CsvSource({"1500, 1000, true", "1200, 1000, false", "1000, 1000, false", "1000, 1500, false"})
  void aWidePictureHasARowOfItsOwn(int width, int height, boolean isWide) {
    Pictures pictures = new Pictures(signed -> new PictureSize(false, width, height));

    assertThat(pictures.of(URL, "gallery").isWide()).isEqualTo(isWide);
  }

  @Test
  void aPlaceThatDoesNotExistIsRefused() {
    assertThatThrownBy(() -> new Pictures(signed -> null).of(URL, "wall"))
        .hasMessageContaining("WALL");
  }
}
