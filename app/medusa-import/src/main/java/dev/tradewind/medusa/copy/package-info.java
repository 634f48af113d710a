/** Declarations of the tables of Medusa v1 that are copied, and of their conversion. */
@NullMarked
package dev.tradewind.medusa.copy;

import org.jspecify.annotations.NullMarked;
