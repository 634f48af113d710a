/** Authentication of requests by their credentials: sessions and tokens. */
@NullMarked
package dev.tradewind.customer.auth.credential;

import org.jspecify.annotations.NullMarked;
