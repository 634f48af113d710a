/** What verticles say to the order verticle. */
@NullMarked
package dev.tradewind.model.order;

import org.jspecify.annotations.NullMarked;
