/** Client and internal operations of the batch verticle. */
@NullMarked
package dev.tradewind.api.batch;

import org.jspecify.annotations.NullMarked;
