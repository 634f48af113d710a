/** Products, prices, stock and files, and what imports make of them. */
package dev.tradewind.acceptance.catalog;
