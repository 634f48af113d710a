/** Applications of others that work for the shop. */
@NullMarked
package dev.tradewind.customer.oauthapp;

import org.jspecify.annotations.NullMarked;
