package dev.tradewind.storefront.render;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Form of a product's page that puts a variant into the cart.
 *
 * @param options among which a shopper chooses
 * @param offer the variant that is chosen first; absent without variants
 * @param offers all variants, for the script of the page
 * @param isBuyable whether a variant can be put into a cart
 * @param soldOut titles of variants that shoppers can wait for, by their ids
 * @param told what a request of an e-mail has led to; absent without one
 */
public record ProductOffer(
    String handle,
    List<Option> options,
    @Nullable Offer offer,
    String offers,
    boolean isBuyable,
    Map<String, String> soldOut,
    @Nullable String told) {

  /** Option with its values. */
  public record Option(String id, String title, List<Value> values) {}

  /** Value of an option. */
  public record Value(String value, boolean inStock, boolean checked) {}

  /**
   * Price and stock of a variant as texts.
   *
   * @param variant its id
   * @param options values of the variant by the ids of the options
   * @param original the price that a sale has lowered; absent without a sale
   * @param saving what the sale saves; absent without a sale
   * @param action text of the button
   * @param picture place of its picture among the images of the page; -1 without one of its own
   */
  public record Offer(
      String variant,
      Map<String, String> options,
      String price,
      @Nullable String original,
      @Nullable String saving,
      String stock,
      String action,
      boolean isBuyable,
      int picture) {}
}
