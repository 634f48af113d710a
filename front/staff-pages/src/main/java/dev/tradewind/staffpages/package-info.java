/** Pages for staff: the admin dashboard, sign-in with a second factor, and the set-up of a shop. */
@NullMarked
package dev.tradewind.staffpages;

import org.jspecify.annotations.NullMarked;
