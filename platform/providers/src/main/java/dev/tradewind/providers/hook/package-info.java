/** Hooks of a node, from plugins and from the operator's file, and how they are asked. */
@NullMarked
package dev.tradewind.providers.hook;

import org.jspecify.annotations.NullMarked;
