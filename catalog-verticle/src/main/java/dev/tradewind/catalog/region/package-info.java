/** Regions, their countries, providers, currencies and tax rates. */
@NullMarked
package dev.tradewind.catalog.region;

import org.jspecify.annotations.NullMarked;
