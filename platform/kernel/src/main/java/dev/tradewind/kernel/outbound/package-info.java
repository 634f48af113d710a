/** HTTP calls to servers of third parties, protected against SSRF. */
@NullMarked
package dev.tradewind.kernel.outbound;

import org.jspecify.annotations.NullMarked;
