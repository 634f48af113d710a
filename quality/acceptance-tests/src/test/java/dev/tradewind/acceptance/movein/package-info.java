/** Moving in from Medusa v1, following it, the switch, and shops as files. */
package dev.tradewind.acceptance.movein;
