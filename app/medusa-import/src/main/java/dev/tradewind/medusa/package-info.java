/** Import of a whole shop from the database of a Medusa v1 shop. */
@NullMarked
package dev.tradewind.medusa;

import org.jspecify.annotations.NullMarked;
