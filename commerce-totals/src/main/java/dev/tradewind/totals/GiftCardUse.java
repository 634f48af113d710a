package dev.tradewind.totals;

import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;

/**
 * What one gift card pays.
 *
 * @param amount taken off its balance
 * @param taxRate of the card
 * @param tax that was paid when the card was bought, and so is not due again
 */
public record GiftCardUse(String giftCardId, long amount, @Nullable BigDecimal taxRate, long tax) {}
