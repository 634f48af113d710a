/** Choices of users about usage data. */
@NullMarked
package dev.tradewind.customer.analytics;

import org.jspecify.annotations.NullMarked;
