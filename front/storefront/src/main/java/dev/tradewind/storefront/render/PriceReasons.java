package dev.tradewind.storefront.render;

import dev.tradewind.storefront.answer.CalculationSteps;
import dev.tradewind.storefront.answer.CalculationSteps.Step;
import dev.tradewind.storefront.answer.LineItem;
import dev.tradewind.storefront.answer.Sale;
import dev.tradewind.storefront.answer.ShippingMethod;
import dev.tradewind.storefront.design.Language;
import java.text.NumberFormat;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Why a sale costs what it costs, in sentences: one group for each line item, shipping method and
 * gift card, from the steps of the computation itself.
 */
public record PriceReasons(List<Group> reasons) {

  private static final String SHARE = "fixed_discount_share";

  /** Reasons of the price of one thing. */
  public record Group(String name, List<String> sentences) {}

  public static PriceReasons of(CalculationSteps explanation, Sale sale, Language text) {
    Map<String, String> names = names(sale);
    Map<String, List<String>> groups = new LinkedHashMap<>();
    for (Step step : whole(explanation.steps())) {
      sentence(step, explanation.currencyCode(), text)
          .ifPresent(sentence ->
              groups
                  .computeIfAbsent(
                      names.getOrDefault(step.subject(), nameless(step, text)),
                      absent -> new ArrayList<>())
                  .add(sentence));
    }
    return new PriceReasons(
        groups.entrySet().stream().map(each -> new Group(each.getKey(), each.getValue())).toList());
  }

  /** Sentences about steps of one thing. */
  static List<String> sentences(List<Step> steps, String currency, Language text) {
    return whole(steps).stream().flatMap(step -> sentence(step, currency, text).stream()).toList();
  }

  /**
   * The steps with whole shares of an amount off the whole cart, as the totals have spread them:
   * shares that are rounded one by one do not add up to the discount.
   */
  private static List<Step> whole(List<Step> steps) {
    Map<String, Number> spread = new HashMap<>();
    steps.stream()
        .filter(step -> step.rule().equals("discount_spread"))
        .forEach(step -> spread.put(step.subject(), step.effect()));
    return steps.stream()
        .map(step ->
            step.rule().equals(SHARE) && spread.containsKey(step.subject())
                ? step.contributing(spread.get(step.subject()))
                : step)
        .toList();
  }

  private static Map<String, String> names(Sale sale) {
    Map<String, String> names = new HashMap<>();
    for (LineItem item : sale.items()) {
      names.put(item.id(), item.name());
    }
    for (ShippingMethod method : sale.shippingMethods()) {
      if (method.id() != null && method.shippingOption() != null) {
        names.put(method.id(), method.shippingOption().name());
      }
    }
    return names;
  }

  private static String nameless(Step step, Language text) {
    return text.of(step.rule().startsWith("gift_card") ? "totals.gift-cards" : "totals.shipping");
  }

  /** Sentence about a step; empty for one that only prepares or repeats others. */
  private static Optional<String> sentence(Step step, String currency, Language text) {
    String effect = text.money(step.effectAmount(), currency);
    String less = text.money(-step.effectAmount(), currency);
    return switch (step.rule()) {
      case "line_price" -> Optional.of(price(step, currency, text));
      case "returned_units" ->
          step.figure().equals("subtotal")
              ? Optional.of(text.format("why.returned", effect))
              : Optional.empty();
      case "percentage_discount" ->
          Optional.of(
              text.format("why.percent", percent(step.input().getValue("percentage"), text), less));
      case SHARE ->
          Optional.of(text.format("why.share", money(step, "amount", currency, text), less));
      case "fixed_discount_per_unit" ->
          Optional.of(text.format("why.per-unit", money(step, "amount", currency, text), less));
      case "recorded_discount" -> Optional.of(text.format("why.recorded", less));
      case "line_tax" ->
          step.effectAmount() == 0
              ? Optional.empty()
              : Optional.of(
                  text.format(
                      "why.tax",
                      percent(step.input().getValue("rate"), text),
                      money(step, "base", currency, text),
                      effect));
      case "free_shipping" ->
          Optional.of(text.format("why.free", money(step, "price", currency, text)));
      case "shipping_price" -> Optional.of(text.format("why.shipping", effect));
      case "shipping_tax" ->
          step.effectAmount() == 0
              ? Optional.empty()
              : Optional.of(text.format("why.shipping-tax", effect));
      case "gift_card_payment", "gift_card_transaction" ->
          Optional.of(text.format("why.gift-card", effect));
      case "gift_card_tax" ->
          step.effectAmount() == 0
              ? Optional.empty()
              : Optional.of(text.format("why.gift-card-tax", effect));
      default -> Optional.empty();
    };
  }

  private static String price(Step step, String currency, Language text) {
    long unit = step.amount("unit_price");
    long quantity = step.amount("quantity");
    long inside = step.amount("tax_inside");
    String all = text.money(unit * quantity, currency);
    String each = text.money(unit, currency);
    return inside == 0
        ? text.format("why.line", quantity, each, all)
        : text.format(
            "why.line-with-tax",
            quantity,
            each,
            all,
            text.money(inside, currency),
            text.money(step.effectAmount(), currency));
  }

  private static String money(Step step, String name, String currency, Language text) {
    return text.money(step.amount(name), currency);
  }

  private static String percent(Object rate, Language text) {
    NumberFormat format = NumberFormat.getNumberInstance(text.locale());
    format.setMaximumFractionDigits(3);
    return rate instanceof Number number ? format.format(number.doubleValue()) : "";
  }
}
