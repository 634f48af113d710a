/** Static files of pages that the gateway serves, and the HTTP responses with them. */
@NullMarked
package dev.tradewind.gateway.staticfile;

import org.jspecify.annotations.NullMarked;
