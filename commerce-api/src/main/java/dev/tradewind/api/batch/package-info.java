/** What other verticles may ask the batch verticle. */
@NullMarked
package dev.tradewind.api.batch;

import org.jspecify.annotations.NullMarked;
