/** Sales channels. */
@NullMarked
package dev.tradewind.catalog.channel;

import org.jspecify.annotations.NullMarked;
