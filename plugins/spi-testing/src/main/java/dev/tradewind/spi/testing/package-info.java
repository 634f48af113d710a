/**
 * Contract tests of providers: abstract JUnit classes, one for each kind. The author of a provider
 * extends the one of its kind, and says how to reach the provider and the service behind it.
 */
@NullMarked
package dev.tradewind.spi.testing;

import org.jspecify.annotations.NullMarked;
