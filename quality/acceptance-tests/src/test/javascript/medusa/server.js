// Migrates the database of the reference, creates a user, and serves. The environment has DATABASE_URL, PORT, EMAIL,
// PASSWORD, STRIPE_URL and STRIPE_KEY.
const { spawnSync } = require("child_process");

const cli = require.resolve("@medusajs/medusa/cli.js");
const { EMAIL, PASSWORD, PORT, STRIPE_URL } = process.env;

// Without a connection to its maker's server, telemetry starts a detached process for each event it keeps.
process.env.MEDUSA_DISABLE_TELEMETRY = "true";

for (const command of [
  ["migrations", "run"],
  ["user", "-e", EMAIL, "-p", PASSWORD],
]) {
  const { status } = spawnSync(process.execPath, [cli, ...command], { stdio: "inherit" });
  if (status !== 0) {
    process.exit(1);
  }
}

// The plugin of Stripe has no setting for the URL of its API.
const stripe = require.resolve("stripe");
const Stripe = require(stripe);
const { hostname, port, protocol } = new URL(STRIPE_URL);
require.cache[stripe].exports = function (key, options) {
  return new Stripe(key, { ...options, host: hostname, port, protocol: protocol.slice(0, -1) });
};

process.argv = [process.execPath, cli, "start", "-p", PORT];
require(cli);
