// Web vitals of the storefront as a phone sees them: cold cache, CPU slowed four times, the network "Fast 3G" of
// Chromium's developer tools. Prints medians: node vitals.mjs URL [ROUNDS [PATH...]]
import { PredefinedNetworkConditions } from "puppeteer-core"
import { open } from "./browser.mjs"

const PAGES = ["/", "/products", "/products/linen-shirt"]
const DENSITY = 2.625
const SLOWDOWN = 4

const [url, rounds = "5", ...paths] = process.argv.slice(2)
const visitor = await open(url)
try {
  console.log("page | KB without images | KB of images | LCP ms | CLS | INP ms")
  for (const path of paths.length > 0 ? paths : PAGES) {
    const seen = []
    for (let round = 0; round < Number(rounds); round++) {
      seen.push(await vitals(await visitor.another(""), path))
    }
    const [bytes, pictures, lcp, cls, inp] = ["bytes", "pictures", "lcp", "cls", "inp"].map((name) =>
      median(seen.map((one) => one[name]))
    )
    console.log(
      `${path} | ${(bytes / 1000).toFixed(1)} | ${(pictures / 1000).toFixed(1)} | ${lcp.toFixed(0)} | ` +
        `${cls.toFixed(3)} | ${inp.toFixed(0)}`
    )
  }
} finally {
  await visitor.close()
}

function median(values) {
  return values.sort((a, b) => a - b)[Math.floor(values.length / 2)]
}

/** A first visit in a context of its own, and the slowest answer to some inputs. */
async function vitals(phone, path) {
  const { page } = phone
  await page.setViewport({ width: 412, height: 823, deviceScaleFactor: DENSITY, isMobile: true, hasTouch: true })
  await page.emulateCPUThrottling(SLOWDOWN)
  await page.emulateNetworkConditions(PredefinedNetworkConditions["Fast 3G"])
  await page.evaluateOnNewDocument(observe)
  const session = await page.createCDPSession()
  await session.send("Network.enable")
  const images = new Set()
  let bytes = 0
  let pictures = 0
  session.on("Network.responseReceived", ({ requestId, type }) => type === "Image" && images.add(requestId))
  session.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
    if (images.has(requestId)) {
      pictures += encodedDataLength
    } else {
      bytes += encodedDataLength
    }
  })
  await page.goto(`${phone.origin}${path}`, { waitUntil: "load" })
  await phone.settle()
  const loaded = { bytes, pictures }
  // An input ends the search for the largest paint.
  await page.tap("#search")
  await page.keyboard.type("shirt")
  const choice = await page.$(".choice:not(.sold-out):last-of-type")
  if (choice) {
    await choice.tap()
    await page.tap(".buy button")
    await page.waitForSelector("dialog[open]")
  } else {
    await page.tap("[data-cart]")
    await page.waitForSelector("dialog[open]")
  }
  await phone.settle()
  const found = await page.evaluate(() => window.vitals)
  await page.close()
  return { ...found, ...loaded }
}

/* Runs in the page, before anything else. */
function observe() {
  const vitals = (window.vitals = { lcp: 0, cls: 0, inp: 0 })
  const all = (type, each, options = {}) =>
    new PerformanceObserver((list) => list.getEntries().forEach(each)).observe({ type, buffered: true, ...options })
  all("largest-contentful-paint", (entry) => (vitals.lcp = entry.startTime))
  all("layout-shift", (entry) => (vitals.cls += entry.hadRecentInput ? 0 : entry.value))
  all("event", (entry) => (vitals.inp = Math.max(vitals.inp, entry.interactionId ? entry.duration : 0)), {
    durationThreshold: 16,
  })
}
