// Migrates the database of the reference, creates a user, and serves. The environment has DATABASE_URL, PORT, EMAIL and
// PASSWORD.
const { spawnSync } = require("child_process");

const cli = require.resolve("@medusajs/medusa/cli.js");
const { EMAIL, PASSWORD, PORT } = process.env;

for (const command of [
  ["migrations", "run"],
  ["user", "-e", EMAIL, "-p", PASSWORD],
]) {
  const { status } = spawnSync(process.execPath, [cli, ...command], { stdio: "inherit" });
  if (status !== 0) {
    process.exit(1);
  }
}
process.argv = [process.execPath, cli, "start", "-p", PORT];
require(cli);
