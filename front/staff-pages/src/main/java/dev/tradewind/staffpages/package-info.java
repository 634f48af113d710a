/** Pages of the gateway for staff: sign-in with a second factor, and the set-up of a shop. */
@NullMarked
package dev.tradewind.staffpages;

import org.jspecify.annotations.NullMarked;
