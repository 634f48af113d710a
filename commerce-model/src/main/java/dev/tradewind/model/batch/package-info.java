/** What other verticles may ask the batch verticle. */
@NullMarked
package dev.tradewind.model.batch;

import org.jspecify.annotations.NullMarked;
