/** OAuth applications of third parties. */
@NullMarked
package dev.tradewind.customer.oauthapp;

import org.jspecify.annotations.NullMarked;
