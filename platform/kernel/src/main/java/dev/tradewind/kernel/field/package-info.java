/** Fields that a shop declares for its resources, as members of their metadata. */
@NullMarked
package dev.tradewind.kernel.field;

import org.jspecify.annotations.NullMarked;
