package dev.tradewind.spi.tax;

import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;

/**
 * One tax rate of a line or a shipping method; several add up.
 *
 * @param percent 20 means twenty percent
 */
public record TaxLine(BigDecimal percent, String name, @Nullable String code) {}
