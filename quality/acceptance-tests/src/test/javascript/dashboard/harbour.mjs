// Shopper of the demo shop "harbour" with scripts: photographs whole and in the size of their place, variants
// that show themselves, and nothing that long words push out of the window: node harbour.mjs URL [PICTURES]
import { open } from "./browser.mjs"
import { check, picture, problemsOfAxe } from "./storefront.mjs"

const PAGES = [
  "/",
  "/products",
  "/products?q=nothing-of-this",
  "/collections/storage",
  "/products/schachtel",
  "/products/lighthouse-lamp",
  "/products/tide-pot",
  "/products/boston-dock-bench",
  "/products/harbour-lamp-ar",
  "/products/unphotographed-basket",
  "/de/products/schachtel",
]

const [url, pictures] = process.argv.slice(2)
const visitor = await open(url)
try {
  const shopper = await visitor.another("")
  const { page } = shopper
  // The demo shop has a product whose picture is lost.
  shopper.expected.push(/^404 GET \/files\/lost/)
  for (const path of PAGES) {
    await shopper.step(`harbour: ${path}`, async () => {
      await shopper.go(path)
      await check(shopper)
      if (path === "/") {
        await picture(shopper, pictures, "storefront-harbour", "webp")
      }
    })
  }

  await shopper.step("harbour: a variant shows its picture and has an address", async () => {
    await shopper.go("/products/hafenblick-sofa")
    await check(shopper)
    await picture(shopper, pictures, "storefront-harbour-product", "webp")
    const before = await shown(page)
    await shopper.press("input[value=Rust] + span")
    await page.waitForFunction(() => location.search.startsWith("?variant="))
    const after = await shown(page)
    expect(before.link !== after.link, "the picture of the variant is not shown")
    expect(after.isWhole, "the picture is cropped")
    await page.reload()
    expect((await shown(page)).link === after.link, "the address does not choose the variant")
  })

  await shopper.step("harbour: a photograph in full size", async () => {
    await page.focus(".gallery a")
    await page.keyboard.press("Enter")
    await page.waitForFunction(() => document.querySelector("dialog.zoom[open] img")?.naturalWidth > 2000)
    const problems = await problemsOfAxe(page)
    expect(problems.length === 0, problems.join())
    const source = () => page.$eval("dialog.zoom img", (image) => image.src)
    const focused = () => page.evaluate(() => document.activeElement.className)
    const first = await source()
    await page.keyboard.press("ArrowRight")
    expect((await source()) !== first, "the arrow key shows no other picture")
    await page.keyboard.press("ArrowLeft")
    expect((await source()) === first, "the arrow key does not lead back")
    const round = []
    for (let press = 0; press < 5; press++) {
      round.push(await focused())
      await page.keyboard.press("Tab")
    }
    expect(round.join() === "close,enlarge,previous,next,close", `the tab key leads to ${round}`)
    await page.keyboard.down("Shift")
    await page.keyboard.press("Tab")
    await page.keyboard.press("Tab")
    await page.keyboard.up("Shift")
    expect((await focused()) === "next", "the tab key does not lead back")
    await page.focus(".zoom .enlarge")
    await page.keyboard.press("Enter")
    expect(await page.$("dialog.zoom.whole"), "the picture is not enlarged by a key")
    await page.keyboard.press("Escape")
    await page.waitForFunction(() => !document.querySelector("dialog.zoom"))
    const returned = await page.evaluate(() => document.activeElement.matches(".gallery a:first-child"))
    expect(returned, "the focus does not return to the picture")
  })

  await shopper.step("harbour: what cannot be bought has no button that says so", async () => {
    await shopper.go("/products/lighthouse-lamp")
    await shopper.press("input[value=Black] + span")
    await page.waitForFunction(() => document.querySelector("[data-add]").disabled)
    await shopper.see("Sold out")
    await shopper.go("/products/fishermans-jumper")
    await shopper.press("input[value=L] + span")
    await shopper.press("input[value=Ecru] + span")
    await page.waitForFunction(() => document.querySelector("[data-add]").textContent === "Not available")
    await check(shopper)
  })

  await shopper.step("harbour: long words in the cart and the drawer of a phone", async () => {
    await page.setViewport({ width: 360, height: 740, isMobile: true, hasTouch: true })
    await shopper.go("/products/schachtel")
    await page.click("[data-add]")
    await page.waitForSelector("dialog[open] .totals")
    const excess = await page.$eval("dialog[open]", (one) => one.scrollWidth - one.clientWidth)
    expect(excess === 0, `the content of the drawer is ${excess} px wider than the drawer`)
    await shopper.go("/cart")
    await check(shopper)
  })

  await shopper.step("harbour: a picture that is lost", async () => {
    await shopper.go("/products/lost-picture")
    await page.waitForFunction(() => document.querySelector(".gallery .picture").classList.contains("none"))
  })
  console.log("no problems")
} finally {
  await visitor.browser.close()
}

function expect(isSo, message) {
  if (!isSo) {
    throw new Error(message)
  }
}

/** The first picture of the gallery. */
function shown(page) {
  return page.evaluate(() => {
    const image = document.querySelector(".gallery img")
    return {
      link: image.closest("a").getAttribute("href"),
      isWhole: getComputedStyle(image).objectFit === "contain",
    }
  })
}
