/** Operation: drills, backups, upgrades, metrics, traces and secrets. */
package dev.tradewind.acceptance.operation;
