/** HTTP responses, request ids and JSON bodies. */
@NullMarked
package dev.tradewind.gateway.http;

import org.jspecify.annotations.NullMarked;
