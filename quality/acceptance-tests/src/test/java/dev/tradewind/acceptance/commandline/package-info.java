/** Commands, nodes and plugins in processes of their own, as an operator starts them. */
@NullMarked
package dev.tradewind.acceptance.commandline;

import org.jspecify.annotations.NullMarked;
