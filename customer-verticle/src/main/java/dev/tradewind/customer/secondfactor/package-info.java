/** Second factor of users: time-based one-time passwords and recovery codes. */
@NullMarked
package dev.tradewind.customer.secondfactor;

import org.jspecify.annotations.NullMarked;
