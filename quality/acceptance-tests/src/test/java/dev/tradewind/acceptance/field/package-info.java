/** Fields that the shop declares for its resources. */
package dev.tradewind.acceptance.field;
