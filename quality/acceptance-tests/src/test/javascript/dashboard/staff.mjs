// Staff's sign-in with a second factor, and the set-up of an empty shop.
import crypto from "node:crypto"
import fs from "node:fs"
import os from "node:os"
import path from "node:path"
import { check, problemsOfAxe } from "./storefront.mjs"

const PHONE = { width: 360, height: 740 }
const DESK = { width: 1440, height: 1000 }

/** PNG of 8 by 6 pixels. */
const PICTURE =
  "iVBORw0KGgoAAAANSUhEUgAAAAgAAAAGCAIAAABxZ0isAAAAEUlEQVR42mOokrfFihgGUgIAzgsoIUuSgVgAAAAASUVORK5CYII="

/** The one-time password of a secret in Base32 (RFC 6238). */
function oneTimePassword(secret) {
  const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567"
  const bits = [...secret].map((one) => alphabet.indexOf(one).toString(2).padStart(5, "0")).join("")
  const key = Buffer.from(bits.match(/.{8}/g).map((byte) => Number.parseInt(byte, 2)))
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000)))
  const hash = crypto.createHmac("sha1", key).update(counter).digest()
  const number = hash.readUInt32BE(hash[19] & 15) & 0x7fffffff
  return String(number % 1_000_000).padStart(6, "0")
}

/** Fails if something is wider than a phone. */
async function fitsPhone(staff) {
  await staff.page.setViewport(PHONE)
  const width = await staff.page.evaluate(() => document.documentElement.scrollWidth)
  await staff.page.setViewport(DESK)
  if (width > PHONE.width) {
    throw new Error(`The page is ${width} pixels wide on a phone`)
  }
}

/** The rules of axe alone: the tab key goes through the controls of the preview, which are in a page of their own. */
async function checkBesidePreview(staff) {
  const problems = await problemsOfAxe(staff.page)
  if (problems.length > 0) {
    throw new Error(`The page is not accessible:\n${problems.join("\n")}`)
  }
}

async function fillCredentials(staff, email, password) {
  await staff.fill("#email", email)
  await staff.fill("#password", password)
}

/** Enrolls a second factor on the page that is open; the recovery codes. */
async function enroll(staff) {
  let codes
  await staff.step("a second factor is enrolled", async () => {
    await staff.see("Enroll a second factor")
    await staff.seeImage("QR code of the secret")
    await check(staff)
    await fitsPhone(staff)
    staff.expected.push(/^400 POST .*confirm/)
    await staff.fill("#otp", "000000")
    await staff.click("Confirm", { selector: "button" })
    await staff.see("otp is not the present one-time password")
    staff.expected.pop()
    const secret = await staff.page.$eval("#secret", (one) => one.textContent.replaceAll(" ", ""))
    await staff.fill("#otp", oneTimePassword(secret))
    await staff.click("Confirm", { selector: "button" })
    await staff.see("Recovery codes")
    codes = await staff.page.$$eval("#codes li", (all) => all.map((one) => one.textContent))
    if (codes.length !== 10) {
      throw new Error(`There are ${codes.length} recovery codes`)
    }
    await check(staff)
    await fitsPhone(staff)
    await staff.click("Copy", { selector: "button" })
    await staff.see("The codes are")
    await staff.press("#kept")
    await staff.click("Continue", { selector: "button" })
  })
  return codes
}

/** The owner's first sign-in, from the address of the dashboard: the recovery codes. */
export async function firstSignIn({ staff }, email, password) {
  // The page asks whether there is a session, and whether it has a second factor.
  staff.expected.push(/^401 GET \/admin\/auth$/, /^403 GET \/admin\/tradewind\/logins$/)

  await staff.step("the dashboard leads to the sign-in", async () => {
    await staff.go("/a/orders?offset=0")
    await staff.see("Sign in", "Forgotten password")
    if (!staff.page.url().endsWith("/sign-in?to=%2Fapp%2Fa%2Forders%3Foffset%3D0")) {
      throw new Error(`The page is ${staff.page.url()}`)
    }
    await check(staff)
    await fitsPhone(staff)
  })

  await staff.step("a forgotten password", async () => {
    await staff.click("Forgotten password", { selector: "a" })
    await staff.see("Send a link")
    await staff.fill("#email", "unknown@example.com")
    await check(staff)
    await staff.click("Send a link", { selector: "button" })
    await staff.see("If the address is that of a user")
    await staff.click("Sign in", { selector: "a" })
  })

  await staff.step("a wrong password is refused", async () => {
    await staff.see("Sign in", "Forgotten password")
    staff.expected.push(/^401 POST \/admin\/auth /, /^401 POST \/admin\/auth$/)
    await fillCredentials(staff, email, "wrong")
    await staff.click("Sign in", { selector: "button" })
    await staff.see("The e-mail address or the password is wrong.")
  })

  await staff.step("sign in", async () => {
    await fillCredentials(staff, email, password)
    await staff.click("Sign in", { selector: "button" })
    await staff.see("Enroll a second factor")
  })
  return enroll(staff)
}

/** The set-up of an empty shop on the page to which the owner is led. */
export async function setUp({ staff, region, country, shipping, other }) {
  const stepOf = (id) => `#step-${id} `

  await staff.step("set-up: an empty shop", async () => {
    await staff.see("Set up the shop", "Open", "Providers", "Fulfillment", "Notifications")
    await check(staff)
    await fitsPhone(staff)
  })

  await staff.step("set-up: the currency", async () => {
    await staff.click("Change", { selector: "summary" })
    await staff.fill("#name", "Harbour")
    await staff.page.select("#default_currency_code", "eur")
    await check(staff)
    await staff.press(`${stepOf("currency")}button`)
    await staff.see("The store is changed.", "Harbour sells in EUR")
  })

  await staff.step("set-up: the look, which shoppers see after it is published", async () => {
    const headline = `Made for the sea ${region}`
    const shown = async () => (await fetch(staff.origin)).text()
    await staff.click("Change the look", { selector: "summary" })
    await staff.page.waitForSelector(`${stepOf("look")}iframe`)
    const field = (label) =>
      staff.page.evaluateHandle(
        (start) => [...document.querySelectorAll("#step-look label")].find((one) => one.textContent.startsWith(start)).control,
        label
      )
    await (await field("Headline")).type(headline)
    await (await field("Description for search engines")).type("Ropes and coats")
    const picture = path.join(os.tmpdir(), `hero-${process.pid}.png`)
    fs.writeFileSync(picture, Buffer.from(PICTURE, "base64"))
    await (await field("Picture beside it")).uploadFile(picture)
    await staff.page.waitForFunction(
      () => document.querySelector("#step-look iframe").contentDocument?.querySelector(".hero img[src*='/files/']"),
      { polling: 100 }
    )
    fs.rmSync(picture)
    await staff.page.evaluate(() => {
      const [light, dark] = document.querySelectorAll("#step-look input[type=color]")
      for (const [input, value] of [[light, "#7a1f3d"], [dark, "#ffd0de"]]) {
        input.value = value
        input.dispatchEvent(new Event("input", { bubbles: true }))
      }
    })
    // Each entry is the last one of the first list.
    for (const target of ["/products", "/pages/gone"]) {
      await staff.click("Add an entry", { selector: "button" })
      await staff.page.evaluate((wanted) => {
        const entry = [...document.querySelector("#step-look .entries").children].at(-1)
        const [leads, other] = [entry.querySelector("select"), entry.querySelector("[placeholder]")]
        const isKnown = [...leads.options].some(({ value }) => value === wanted)
        leads.value = isKnown ? wanted : "other"
        leads.dispatchEvent(new Event("change", { bubbles: true }))
        other.value = isKnown ? "" : wanted
        entry.querySelectorAll("input:not([placeholder])").forEach((title) => (title.value = "Entry"))
      }, target)
    }
    await staff.page.waitForFunction(
      (wanted) => document.querySelector("#step-look iframe").contentDocument?.querySelector("h1")?.textContent === wanted,
      { polling: 100 },
      headline
    )
    if (!(await shown()).includes("Welcome to Harbour")) {
      throw new Error("Shoppers do not see the name, or see the draft")
    }
    await checkBesidePreview(staff)
    await fitsPhone(staff)
    // Lists of products need a region, which the shop does not have yet.
    staff.expected.push(/^404 HEAD \/pages\/gone$/, /^503 HEAD \/products$/)
    await staff.click("Publish the look", { selector: "button" })
    await staff.see("The look is published. The menu leads to /pages/gone, where the shop has no page.")
    const page = await shown()
    const published = [headline, 'name="description" content="Ropes and coats"', "7a1f3d-ffffff-ffd0de", "/files/"]
    const missing = published.filter((one) => !page.includes(one))
    if (missing.length > 0) {
      throw new Error(`Shoppers do not see ${missing.join(", ")}`)
    }
  })

  await staff.step("set-up: a page of the shop", async () => {
    await staff.click("Change the pages", { selector: "summary" })
    await staff.page.waitForSelector(`${stepOf("pages")}iframe`)
    const field = await staff.page.evaluateHandle(() =>
      [...document.querySelectorAll("#step-pages label")].find((one) => one.textContent.startsWith("Text")).control
    )
    await field.type("## Who we are")
    await staff.page.waitForFunction(
      () => document.querySelector("#step-pages iframe").contentDocument?.querySelector("article h2"),
      { polling: 100 }
    )
    await checkBesidePreview(staff)
    await fitsPhone(staff)
    await staff.click("Publish the pages", { selector: "button" })
    await staff.see("The pages are published.", "Pages: Imprint.")
    const page = await fetch(`${staff.origin}/pages/imprint`)
    if (page.status !== 200 || !(await page.text()).includes("Who we are")) {
      throw new Error("Shoppers do not see the page")
    }
  })

  await staff.step("set-up: a region", async () => {
    await staff.fill("#region_name", region)
    await staff.page.select("#region_currency", "eur")
    await staff.fill("#country-search", country)
    await staff.click(country, { selector: "label.check" })
    await staff.fill("#tax_rate", 19)
    await staff.page.select("#prices", "with")
    await staff.click("Cards and wallets (Stripe)", { selector: "label.radio" })
    await staff.press(`${stepOf("region")}button`)
    await staff.see("The region is created.", `${region}: EUR, 19 % tax, ${country}`)
  })

  await staff.step("set-up: a shipping option", async () => {
    await staff.fill("#option_name", shipping)
    await staff.fill("#option_amount", "4.90")
    await staff.press(`${stepOf("shipping")}button`)
    await staff.see("The shipping option is created.", `${shipping}: €4.90`)
  })

  await staff.step("set-up: a product", async () => {
    await staff.fill("#title", other)
    await staff.fill("#price", "2.50")
    await staff.fill("#stock", "20", 0)
    await staff.press(`${stepOf("product")}button`)
    await staff.see("The product is published.", "The shop can take orders.")
    await check(staff)
    await fitsPhone(staff)
  })

  await staff.step("set-up: back to the dashboard", async () => {
    await staff.click("To the dashboard", { selector: "a" })
    await staff.see("Orders", "Products", "Customers", "Export Orders")
    await staff.seeNo("NaN")
  })
}

/** Keeps the stock at locations: the conversion of a shop. */
export async function locate(shop, location) {
  const { staff } = shop
  await staff.step("set-up: the stock is kept at locations", async () => {
    await staff.page.goto(`${staff.origin}/setup`)
    await staff.click("Keep stock at locations", { selector: "summary" })
    await staff.fill("#location_name", location)
    await staff.click("Convert the stock", { selector: "button" })
    await staff.see("The stock is kept at locations.", `the default one is ${location}`)
  })
  shop.location = location
}

/** A colleague accepts an invite, with a second factor of their own. */
export async function joinTeam({ staff, run }) {
  const email = `colleague-${run}@example.com`
  let link
  await staff.step("an invitation to the team", async () => {
    await staff.go("/a/settings/team")
    await staff.click("Invite Users")
    await staff.fill("input[placeholder='lebron@james.com']", email)
    await staff.click("Invite", { selector: "button" })
    await staff.see(email, "Pending")
    await staff.settle()
    link = await staff.copied(() => staff.menu(email, "Copy invite link"))
  })

  const colleague = await staff.another("/app")
  // Before the second factor, and what the role of a member does not allow.
  colleague.expected.push(/^403 GET \/admin\//)
  await colleague.step("the invitation is accepted", async () => {
    await colleague.page.goto(link)
    await colleague.see("Join the team")
    await check(colleague)
    await colleague.fill("#first_name", "Mary")
    await colleague.fill("#last_name", "Ward")
    await colleague.fill("#password", "difference engine")
    await colleague.fill("#repeated", "difference engine")
    await colleague.click("Create account", { selector: "button" })
  })
  await enroll(colleague)
  await colleague.step("the colleague is in the dashboard", async () => {
    await colleague.see("Orders", "Export Orders")
  })
  return colleague
}

/** Signs out in the dashboard, and in again with a recovery code. */
export async function signInAgain({ staff }, email, password, code) {
  await staff.step("sign out leads to the sign-in", async () => {
    await staff.go("/a/orders")
    await staff.see("Export Orders")
    staff.expected.push(/^401 /)
    await staff.press("[aria-haspopup=menu]", 0)
    await staff.click("Sign out")
    await staff.see("Sign in", "Forgotten password")
  })

  await staff.step("sign in with a recovery code, never to another site", async () => {
    await staff.page.goto(`${staff.origin}/sign-in?to=%2F%5Cevil.example%2Fapp`)
    await staff.see("Forgotten password")
    await fillCredentials(staff, email, password)
    await staff.click("Sign in", { selector: "button" })
    await staff.see("Second factor", "one of your recovery codes")
    await check(staff)
    await staff.fill("#otp", "123456")
    await staff.click("Sign in", { selector: "button" })
    await staff.see("The code is wrong, or was used before.")
    await staff.fill("#otp", code)
    await staff.click("Sign in", { selector: "button" })
    await staff.see("Export Orders")
  })
}
