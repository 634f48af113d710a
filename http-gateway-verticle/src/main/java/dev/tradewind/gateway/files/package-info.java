/** File uploads and signed downloads. */
@NullMarked
package dev.tradewind.gateway.files;

import org.jspecify.annotations.NullMarked;
