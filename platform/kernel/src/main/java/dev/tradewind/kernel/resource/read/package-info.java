/** Reading resources with selected fields and expanded relations. */
@NullMarked
package dev.tradewind.kernel.resource.read;

import org.jspecify.annotations.NullMarked;
