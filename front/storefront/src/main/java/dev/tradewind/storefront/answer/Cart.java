package dev.tradewind.storefront.answer;

import dev.tradewind.kernel.json.JsonInline;
import dev.tradewind.spi.SaleAmounts;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Cart with its totals. */
public record Cart(
    String id,
    String type,
    @Nullable String email,
    @Nullable Instant completedAt,
    Region region,
    List<LineItem> items,
    @Nullable Address shippingAddress,
    @Nullable Address billingAddress,
    List<ShippingMethod> shippingMethods,
    List<PaymentSession> paymentSessions,
    @Nullable PaymentSession paymentSession,
    List<Code> discounts,
    List<Code> giftCards,
    @JsonInline SaleTotals totals)
    implements Sale {

  /** Code of a discount or of a gift card. */
  public record Code(String code) {}

  @Override
  public String currencyCode() {
    return region.currencyCode();
  }

  /** The tax of a cart includes the part that gift cards pay. */
  @Override
  public SaleAmounts amounts() {
    long tax = totals.taxTotal() - totals.giftCardTaxTotal();
    return totals.amounts(items, shippingMethods.isEmpty() ? null : totals.shipping(), tax, 0, 0);
  }

  /** Whether its totals have the taxes that its completion takes. */
  public boolean hasTaxes() {
    return region.automaticTaxes() || totals.taxTotal() != 0;
  }

  public boolean isEmpty() {
    return items.isEmpty();
  }

  public boolean isOfSwap() {
    return type.equals("swap");
  }

  public int units() {
    return items.stream().mapToInt(LineItem::quantity).sum();
  }

  public List<String> discountCodes() {
    return discounts.stream().map(Code::code).toList();
  }

  public List<String> giftCardCodes() {
    return giftCards.stream().map(Code::code).toList();
  }

  /** Sessions of the providers that run here. */
  public List<PaymentSession> runningSessions() {
    if (region.paymentProviders() == null) {
      return paymentSessions;
    }
    Set<String> installed =
        region.paymentProviders().stream()
            .filter(Region.PaymentProvider::isInstalled)
            .map(Region.PaymentProvider::id)
            .collect(Collectors.toSet());
    return paymentSessions.stream()
        .filter(session -> installed.contains(session.providerId()))
        .toList();
  }
}
