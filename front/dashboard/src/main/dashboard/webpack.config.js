// The dashboard calls the back end that the page names: its own origin unless a setting says
// otherwise. Without this the address would be a constant of the build.
module.exports = (config) => {
  const constants = config.plugins.find((plugin) => plugin.definitions?.["process.env"])
  constants.definitions["process.env"].MEDUSA_BACKEND_URL =
    "document.documentElement.dataset.backend"
  // Likewise the digits of currencies, where the operator declares others than the dashboard's.
  config.module.rules.push({
    enforce: "pre",
    test: /[\\/]utils[\\/]currencies\.ts$/,
    loader: require.resolve("../../digits-loader.cjs"),
  })
  return config
}
