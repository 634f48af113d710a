/** Reverse proxy: streams of requests and answers, and the headers that a proxy changes. */
@NullMarked
package dev.tradewind.gateway.proxy;

import org.jspecify.annotations.NullMarked;
