/** Code of a Medusa v1 shop, as moving in reads it. */
@NullMarked
package dev.tradewind.launcher.movein;

import org.jspecify.annotations.NullMarked;
