package dev.tradewind.cart.item;

import static dev.tradewind.cart.Carts.NOW;
import static dev.tradewind.cart.Carts.aCart;
import static dev.tradewind.cart.Carts.line;
import static dev.tradewind.cart.Carts.option;
import static dev.tradewind.cart.Carts.shirts;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tradewind.api.catalog.VariantQuote;
import dev.tradewind.api.catalog.VariantQuoteBuilder;
import dev.tradewind.cart.model.Cart;
import dev.tradewind.cart.model.LineItem;
import dev.tradewind.cart.model.LineItemBuilder;
import dev.tradewind.cart.model.ShippingMethod;
import dev.tradewind.cart.shipping.ShippingEligibility;
import dev.tradewind.kernel.operation.Problem;
import io.vertx.core.json.JsonObject;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class LineItemRulesTest {

  private static final JsonObject ENGRAVED = new JsonObject().put("text", "Ada");

  @Test
  void onlyALineOfTheVariantWithEqualMetadataIsMergedInto() {
    LineItem plain = shirts(1);
    LineItem engraved = line("item_2", "variant_shirt", 1, ENGRAVED);
    Cart cart = aCart(plain, engraved);

    assertThat(LineItemRules.mergeTarget(cart, "variant_shirt", new JsonObject())).contains(plain);
    assertThat(LineItemRules.mergeTarget(cart, "variant_shirt", ENGRAVED.copy()))
        .contains(engraved);
    assertThat(LineItemRules.mergeTarget(cart, "variant_mug", new JsonObject())).isEmpty();
    assertThat(
            LineItemRules.mergeTarget(cart, "variant_shirt", new JsonObject().put("text", "Bob")))
        .isEmpty();
  }

  @Test
  void aCartHasALimitedNumberOfLineItems() {
    LineItem[] lines =
        IntStream.range(0, LineItemRules.MAX_ITEMS)
            .mapToObj(i -> line("item_" + i, "variant_" + i, 1, new JsonObject()))
            .toArray(LineItem[]::new);

    LineItemRules.requireRoom(aCart(Arrays.copyOf(lines, lines.length - 1)));
    assertThatThrownBy(() -> LineItemRules.requireRoom(aCart(lines)))
        .isInstanceOf(Problem.class)
        .hasMessageContaining("A cart has at most 200 line items");
  }

  @Test
  void otherLinesOfTheVariantCountForTheStock() {
    LineItem engraved = line("item_2", "variant_shirt", 3, ENGRAVED);
    Cart cart = aCart(shirts(1), engraved);

    assertThat(LineItemRules.othersOf(cart, "variant_shirt", Optional.of(shirts(1))))
        .singleElement()
        .satisfies(item -> assertThat(item.quantity()).isEqualTo(3));
  }

  @Test
  void aChangeOfTheLineItemsRemovesShippingMethods() {
    Cart shipped =
        ShippingEligibility.chosen(
            aCart(shirts(1)), "sm_1", option("so_1", "sp_default"), new JsonObject());
    assertThat(shipped.items().get(0).hasShipping()).isTrue();

    Cart changed = LineItemRules.added(shipped, line("item_2", "variant_mug", 1, new JsonObject()));

    assertThat(changed.shippingMethods()).isEmpty();
    assertThat(changed.items()).noneMatch(LineItem::hasShipping);
  }

  @Test
  void aCustomLineKeepsItsShippingThroughEveryChange() {
    LineItem wrapping = LineItemRules.custom("Wrapping", 300, 1, new JsonObject(), NOW);
    Cart cart = aCart(wrapping, shirts(1));

    List<Cart> changed =
        List.of(
            LineItemRules.added(cart, line("item_2", "variant_mug", 1, new JsonObject())),
            LineItemRules.replaced(cart, shirts(2)),
            LineItemRules.removed(cart, shirts(1).id()),
            LineItemRules.replaced(cart, wrapping.withTitle("Bow", NOW)),
            ShippingEligibility.chosen(cart, "sm_1", option("so_1", "sp_other"), new JsonObject()));

    assertThat(changed)
        .allSatisfy(
            each -> assertThat(each.item(wrapping.id()).orElseThrow().hasShipping()).isTrue());
  }

  @Test
  void removingAnUnknownLineLeavesTheCartAsItIs() {
    Cart cart = aCart(shirts(1));

    assertThat(LineItemRules.removed(cart, "item_x")).isSameAs(cart);
  }

  @Test
  void lineItemsAreRepricedAndThoseWithoutAPriceRemoved() {
    LineItem mug = line("item_mug", "variant_mug", 1, new JsonObject());
    LineItem custom =
        LineItemBuilder.builder()
            .id("item_custom")
            .createdAt(NOW)
            .updatedAt(NOW)
            .title("Engraving")
            .hasShipping(true)
            .unitPrice(300)
            .quantity(1)
            .metadata(new JsonObject())
            .more(new JsonObject())
            .returned(new JsonObject())
            .decisions(List.of())
            .build();
    List<VariantQuote> quotes =
        List.of(quote("variant_shirt", 2, 1500L), quote("variant_mug", 1, null));

    List<LineItem> repriced = LineItemRules.repriced(List.of(shirts(2), mug, custom), quotes, NOW);

    assertThat(repriced).extracting(LineItem::id).containsExactly("item_shirt", "item_custom");
    assertThat(repriced).extracting(LineItem::unitPrice).containsExactly(1500L, 300L);
  }

  @Test
  void aQuantityThatNoLineHoldsIsRefused() {
    assertThatThrownBy(() -> LineItemRules.sum(Integer.MAX_VALUE, 1)).isInstanceOf(Problem.class);
  }

  @Test
  void aMethodTakesThePlaceOfTheOneOfItsProfile() {
    Cart once =
        ShippingEligibility.chosen(
            aCart(shirts(1)), "sm_1", option("so_1", "sp_default"), new JsonObject());
    Cart twice =
        ShippingEligibility.chosen(once, "sm_2", option("so_2", "sp_gift"), new JsonObject());
    Cart thrice =
        ShippingEligibility.chosen(twice, "sm_3", option("so_3", "sp_default"), new JsonObject());

    assertThat(thrice.shippingMethods())
        .extracting(ShippingMethod::id)
        .containsExactly("sm_2", "sm_3");
  }

  private static VariantQuote quote(String variantId, int quantity, Long price) {
    return VariantQuoteBuilder.builder()
        .variantId(variantId)
        .quantity(quantity)
        .variant(new JsonObject())
        .unitPrice(price)
        .inSalesChannel(true)
        .inStock(true)
        .fromQuantity(quantity)
        .toQuantity(quantity)
        .build();
  }
}
