/** Configuration of the HTTP gateway. */
@NullMarked
package dev.tradewind.gateway.config;

import org.jspecify.annotations.NullMarked;
