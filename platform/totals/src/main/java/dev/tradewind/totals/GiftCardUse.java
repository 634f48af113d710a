package dev.tradewind.totals;

import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;

/**
 * Charge of one gift card.
 *
 * @param amount charged to its balance
 * @param taxRate of the card
 * @param tax that was paid when the card was bought, and so is not due again
 */
public record GiftCardUse(String giftCardId, long amount, @Nullable BigDecimal taxRate, long tax) {}
