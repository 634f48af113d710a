/** Static files of the admin dashboard. */
@NullMarked
package dev.tradewind.gateway.dashboard;

import org.jspecify.annotations.NullMarked;
