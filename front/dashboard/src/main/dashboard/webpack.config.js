const fs = require("node:fs")
const path = require("node:path")

// Extensions are built beside the dashboard, with packages of their own folder.
const extensions = path.resolve(__dirname, "../../extensions")
const own = path.join(extensions, "webpack.config.cjs")

module.exports = (config, webpack) => {
  // The dashboard calls the back end that the page names: its own origin unless a setting says
  // otherwise. Without this the address would be a constant of the build.
  const constants = config.plugins.find((plugin) => plugin.definitions?.["process.env"])
  constants.definitions["process.env"].MEDUSA_BACKEND_URL =
    "document.documentElement.dataset.backend"
  // Likewise the digits of currencies, where the operator declares others than the dashboard's.
  config.module.rules.push({
    enforce: "pre",
    test: /[\\/]utils[\\/]currencies\.ts$/,
    loader: require.resolve("../../digits-loader.cjs"),
  })
  config.resolve.modules = [
    ...(config.resolve.modules ?? ["node_modules"]),
    path.join(extensions, "node_modules"),
  ]
  return fs.existsSync(own) ? require(own)(config, webpack) : config
}
