/** What every verticle stands on; no word of the shop in here. */
@NullMarked
package dev.tradewind.kernel;

import org.jspecify.annotations.NullMarked;
