// German buyer in the demo shop "harbour": from the landing page to the page of the order, which then follows what
// staff do. Prints the order as the page shows it, when it is placed and when a part is refunded: node buyer.mjs URL EMAIL
import { open } from "./browser.mjs"
import { check, chooseCountry } from "./storefront.mjs"

const [url, email] = process.argv.slice(2)
const visitor = await open(url)
try {
  const shopper = await visitor.another("")
  const { page } = shopper
  // The demo shop has a product whose picture is lost.
  shopper.expected.push(/^404 GET \/files\/lost/)

  /** A step that ends on a German page. */
  const step = (name, run) =>
    shopper.step(`buyer: ${name}`, async () => {
      await run()
      const language = await page.evaluate(() => document.documentElement.lang)
      if (language !== "de") {
        throw new Error(`The language of the page is ${language}`)
      }
    })

  const chooseRegion = async (name) => {
    const value = await page.$$eval(
      "#region option",
      (all, wanted) => all.find((one) => one.textContent.startsWith(wanted)).value,
      name
    )
    await page.select("#region", value)
    await Promise.all([page.waitForNavigation(), shopper.click("Wechseln", { selector: "footer button" })])
  }

  await step("language and region", async () => {
    await shopper.go("/")
    await shopper.click("Deutsch", { selector: "footer a" })
    await page.waitForFunction(() => document.documentElement.lang === "de")
    await chooseRegion("United States")
    await shopper.see("Alle Produkte ansehen", "$")
    await chooseRegion("Deutschland")
    await shopper.see("Alle Produkte ansehen", "€", "inkl. MwSt., zzgl. Versand")
    await check(shopper)
  })

  await step("a product with photographs", async () => {
    await shopper.fill("#search", "Hafenblick Sofa")
    await page.keyboard.press("Enter")
    await shopper.see("Ergebnisse für „Hafenblick Sofa“")
    await shopper.click("Hafenblick Sofa", { selector: ".card strong" })
    await shopper.see("Nur noch 9 verfügbar", "Menge")
    await shopper.press("input[value=Rust] + span")
    await shopper.see("1.890,00 €", "Nur noch 4 verfügbar")
    await shopper.seeImage("Hafenblick Sofa")
    await shopper.click("In den Warenkorb", { selector: "button" })
    await shopper.see("Hafenblick Sofa liegt im Warenkorb.")
  })

  await step("the cart", async () => {
    await shopper.click("Zum Warenkorb")
    await page.waitForFunction(() => location.pathname === "/de/cart")
    await shopper.see("Hafenblick Sofa", "Rust", "Warenkorb 1", "in den nächsten Schritten")
    await check(shopper)
  })

  await step("the address of a company", async () => {
    await shopper.click("Zur Kasse")
    await shopper.see("1. Adresse", "E-Mail")
    await chooseCountry(shopper, "de")
    await shopper.see("Firma", "Straße und Hausnummer", "Postleitzahl", "Ort")
    await shopper.fill("#email", email)
    await shopper.fill("#first_name", "Käthe")
    await shopper.fill("#last_name", "Brüggemann")
    await shopper.fill("#company", "Reederei Brüggemann GmbH")
    await shopper.fill("#address_1", "Am Sandtorkai 5")
    await shopper.fill("#postal_code", "20457")
    await shopper.fill("#city", "Hamburg")
    await check(shopper)
  })

  await step("shipping and payment", async () => {
    await shopper.click("Weiter zum Versand", { selector: "button" })
    await shopper.see("2. Versand", "Standardversand", "Expressversand")
    await shopper.press("label.radio")
    await shopper.click("Weiter zur Zahlung", { selector: "button" })
    await shopper.see("3. Zahlung", "Auf Rechnung", "Der Laden teilt Ihnen nach der Bestellung mit, wie Sie zahlen.")
    await shopper.see("Lieferadresse", "Reederei Brüggemann GmbH", "Am Sandtorkai 5", "20457 Hamburg")
    await check(shopper)
  })

  await step("the page of the order", async () => {
    await shopper.click("Zahlungspflichtig bestellen", { selector: "button" })
    await shopper.see(`Vielen Dank, ${email}: Ihre Bestellung ist eingegangen.`)
    await shopper.see("Zahlung: noch zu bezahlen. Versand: noch nicht versandt.", "Bestellt", "Standardversand")
    await shopper.see("Reederei Brüggemann GmbH", "20457 Hamburg", "Auf Rechnung", "Warenkorb 0")
    await check(shopper)
    await page.evaluate(() => (window.isFirst = true))
  })
  console.log(`placed ${JSON.stringify(await shown(page))}`)

  await step("what staff do is shown", async () => {
    await shopper.see("Zahlung: teilweise erstattet. Versand: versandt.")
    await shopper.see("Bezahlt", "Verpackt", "Versandt", "Erstattet")
    await shopper.see("Die Bestellung hat sich geändert. Die Seite zeigt den neuen Stand.")
    if (!(await page.evaluate(() => window.isFirst))) {
      throw new Error("The page was loaded again")
    }
    await check(shopper, { isLive: true })
  })
  console.log(`refunded ${JSON.stringify(await shown(page))}`)
} finally {
  await visitor.browser.close()
}

/** The order as its page shows it: its address, steps, parcels, and rows of sums. */
function shown(page) {
  return page.evaluate(() => {
    const texts = (css) => [...document.querySelectorAll(css)].map((one) => one.textContent.trim())
    return {
      path: location.pathname,
      title: texts("h1")[0],
      steps: texts(".timeline > li > strong"),
      parcels: texts(".parcels li"),
      rows: [...document.querySelectorAll(".totals div")].map((row) =>
        [...row.children].map((one) => one.textContent.trim()).join(": ")
      ),
    }
  })
}
