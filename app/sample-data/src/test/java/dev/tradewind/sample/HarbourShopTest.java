package dev.tradewind.sample;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class HarbourShopTest {

  private static final JsonObject SHOP = HarbourShop.description();

  private static Stream<JsonObject> objects(JsonObject owner, String name) {
    return owner.getJsonArray(name, new JsonArray()).stream().map(JsonObject.class::cast);
  }

  private static Stream<JsonObject> variants() {
    return objects(SHOP, "products").flatMap(product -> objects(product, "variants"));
  }

  @Test
  void theShopHasWhatItIsFor() {
    assertThat(SHOP.getJsonArray("products")).hasSize(300);
    assertThat(SHOP.getJsonArray("collections")).hasSize(10);
    assertThat(objects(SHOP, "products").map(product -> product.getString("handle")))
        .doesNotHaveDuplicates()
        .allMatch(handle -> handle.matches("[a-z0-9-]+"));
    assertThat(variants().map(variant -> variant.getString("sku"))).doesNotHaveDuplicates();
    assertThat(variants().map(variant -> variant.getString("ean")))
        .doesNotHaveDuplicates()
        .allMatch(ean -> ean.matches("\\d{13}"));
    assertThat(variants().filter(variant -> variant.containsKey("sale_eur"))).hasSizeGreaterThan(9);
    assertThat(variants().filter(variant -> variant.getInteger("stock") == 0))
        .hasSizeGreaterThan(9);
    assertThat(variants().filter(variant -> !variant.containsKey("eur"))).isNotEmpty();
    assertThat(objects(SHOP, "products").map(product -> product.getString("description")))
        .anyMatch(text -> text.contains("\n\n"))
        .anyMatch(text -> text.contains("<h2>"));
    assertThat(objects(SHOP, "products").map(product -> product.getString("title").length()))
        .anyMatch(length -> length > 60);
  }

  @Test
  void allThatIsNamedExists() {
    Set<String> collections = new HashSet<>();
    objects(SHOP, "collections").forEach(one -> collections.add(one.getString("handle")));
    Set<String> categories = new HashSet<>();
    List<JsonObject> parents = new ArrayList<>(List.of(SHOP));
    while (!parents.isEmpty()) {
      objects(parents.removeLast(), "categories")
          .forEach(category -> {
            categories.add(category.getString("handle"));
            parents.add(category);
          });
    }
    Set<Object> pictures = new HashSet<>(HarbourPhotographs.names());
    // Of the product whose picture is lost.
    pictures.add("lost.jpg");

    assertThat(objects(SHOP, "products").map(product -> product.getString("collection")))
        .isSubsetOf(collections);
    assertThat(objects(SHOP, "products").flatMap(one -> one.getJsonArray("categories").stream()))
        .isSubsetOf(categories.toArray());
    assertThat(objects(SHOP, "products").flatMap(one -> one.getJsonArray("images").stream()))
        .isSubsetOf(pictures.toArray());
  }

  @ParameterizedTest
  @CsvSource({"0, 4098000000003", "1, 4098000000010", "2999, 4098000029998"})
  void aNumberOfAnArticleEndsWithItsCheckDigit(int article, String ean) {
    assertThat(HarbourShop.ean(article)).isEqualTo(ean);
  }

  static List<String> photographs() {
    return HarbourPhotographs.names();
  }

  @ParameterizedTest
  @MethodSource("photographs")
  void aPhotographHasThePixelsAndBytesOfACamera(String name) throws Exception {
    byte[] file = HarbourPhotographs.draw(name);
    BufferedImage image = ImageIO.read(new ByteArrayInputStream(file));

    assertThat(image.getWidth() * image.getHeight()).isBetween(2_900_000, 3_100_000);
    assertThat(file).hasSizeBetween(400_000, 1_200_000);
    assertThat(HarbourPhotographs.draw(name)).isEqualTo(file);
    // A mark in each corner.
    for (int x : List.of(8, image.getWidth() - 8)) {
      for (int y : List.of(8, image.getHeight() - 8)) {
        assertThat(image.getRGB(x, y) >> 16 & 0xff).isGreaterThan(150);
        assertThat(image.getRGB(x, y) & 0xff).isLessThan(110);
      }
    }
  }

  @Test
  void thereArePhotographsOfThreeShapes() throws Exception {
    TreeMap<Integer, Integer> shapes = new TreeMap<>();
    for (String name : HarbourPhotographs.names()) {
      BufferedImage image = ImageIO.read(new ByteArrayInputStream(HarbourPhotographs.draw(name)));
      shapes.merge(Integer.compare(image.getWidth(), image.getHeight()), 1, Integer::sum);
    }

    assertThat(shapes).containsOnlyKeys(-1, 0, 1);
    assertThat(shapes.values()).allMatch(count -> count > 2);
  }
}
