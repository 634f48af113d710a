/** Conventions that hold across modules, documents and deployment files. */
@NullMarked
package dev.tradewind.conventions;

import org.jspecify.annotations.NullMarked;
