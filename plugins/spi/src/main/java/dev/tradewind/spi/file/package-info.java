/** SPI of file storages, which hold the content of uploads, exports and imported files. */
@NullMarked
package dev.tradewind.spi.file;

import org.jspecify.annotations.NullMarked;
