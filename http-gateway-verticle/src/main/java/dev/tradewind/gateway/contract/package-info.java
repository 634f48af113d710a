/** The HTTP contract: loaded from its fragments, served, routed by and validated against. */
@NullMarked
package dev.tradewind.gateway.contract;

import org.jspecify.annotations.NullMarked;
