// Writes address-formats.json from two data packages of npm, both under the MIT license:
//   npm pack localized-address-format@1.3.3 country-region-data@4.1.0
// unpacked, as folders: node generate.mjs FORMATS REGIONS > ../resources/dev/tradewind/spi/address-formats.json
// The first is made from libaddressinput's data; of the second only countries whose first-level subdivisions are a
// part of postal addresses are taken.
import fs from "node:fs"

const [formatsFolder, regionsFolder] = process.argv.slice(2)
const WITH_CODES = ["AU", "BR", "CA", "US"]
const WITH_NAMES = ["CN", "IN", "JP", "KR", "MX", "MY"]

const FORMAT = /\['([A-Z]{2})', \{ local: '([^']*)'(?:, latin: '([^']*)')? \}\]/g

const source = fs.readFileSync(`${formatsFolder}/dist/index.esm.js`, "utf8")
const regions = JSON.parse(fs.readFileSync(`${regionsFolder}/data.json`, "utf8"))

function provinces(country) {
  const { regions: all } = regions.find((one) => one.countryShortCode === country)
  return Object.fromEntries(all.map(({ name, shortCode }) => [WITH_CODES.includes(country) ? shortCode : name, name]))
}

const formats = {}
for (const [, country, local, latin] of source.matchAll(FORMAT)) {
  // Words such as the name of the country and prefixes of codes stand on the envelope, not in the address.
  const format = (latin ?? local).replace(/%[A-Zn]|[^%]/g, (part) => (part.length === 2 || /[\s,-]/.test(part) ? part : ""))
  formats[country.toLowerCase()] = { format }
}
for (const country of [...WITH_CODES, ...WITH_NAMES]) {
  formats[country.toLowerCase()].provinces = provinces(country)
}
const lines = Object.entries(formats).map(([country, form]) => `"${country}": ${JSON.stringify(form)}`)
process.stdout.write(`{\n${lines.join(",\n")}\n}\n`)
