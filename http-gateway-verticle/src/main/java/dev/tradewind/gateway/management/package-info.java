/** Management endpoints: health, readiness and metrics. */
@NullMarked
package dev.tradewind.gateway.management;

import org.jspecify.annotations.NullMarked;
