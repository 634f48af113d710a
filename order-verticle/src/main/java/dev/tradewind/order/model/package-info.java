/** Orders, payments and refunds with their resources and stores. */
@NullMarked
package dev.tradewind.order.model;

import org.jspecify.annotations.NullMarked;
