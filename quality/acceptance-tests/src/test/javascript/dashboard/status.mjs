// The status page in a browser: live, accessible, without scripts, and at the end of the session:
// node status.mjs URL EMAIL PASSWORD FOLDER-FOR-PICTURES NODE-ID NODE-ID
import assert from "node:assert/strict"
import path from "node:path"
import { check, problemsOfAxe } from "./storefront.mjs"
import { work } from "./work.mjs"

const nodes = process.argv.slice(6)

await work(async ({ staff, user, password, pictures }) => {
  const { page } = staff

  await staff.step("status: a browser without a login is led to the sign-in and back", async () => {
    staff.expected.push(/^401 GET \/admin\/auth/)
    await staff.go("/status")
    await staff.fill("input[name=email]", user)
    await staff.fill("input[name=password]", password)
    await staff.click("Sign in", { selector: "button" })
    await staff.see("Status of the shop")
    staff.streams = 1
    assert.equal(new URL(page.url()).pathname, "/app/status")
  })
  staff.expected = []

  await staff.step("status: both nodes with their work, live", async () => {
    await staff.see("2 of 2 nodes ready", ...nodes, "Open batch jobs", "Open provider calls")
    await page.waitForSelector("#operations tbody tr")
    await staff.see("Live")
  })

  await staff.step("status: what changes is shown without a reload", async () => {
    await page.evaluate(() => (window.isSame = true))
    const paused = await page.evaluate(async () => {
      const send = async (path, body) => {
        const headers = { "content-type": "application/json" }
        const response = await fetch(path, { method: "POST", headers, body: JSON.stringify(body) })
        return response.json()
      }
      const created = await send("/admin/tradewind/webhooks", {
        url: "https://warehouse.example/orders",
        event_types: ["order.placed"],
      })
      return send(`/admin/tradewind/webhooks/${created.webhook.id}/pause`, {})
    })
    assert.equal(paused.webhook?.status, "paused", JSON.stringify(paused))
    await staff.see("Paused webhooks: 1.", "Runbook: TradewindWebhooksPaused")
    assert.equal(await page.evaluate(() => window.isSame), true)
    assert.match(await page.title(), /^\d+ (problem|thing)/)
  })

  await staff.step("status: what is open stays open", async () => {
    await page.click("#tasks-summary")
    await page.waitForSelector("#tasks[open]")
    const shown = await page.$eval("#verdict time", (one) => one.textContent)
    await page.waitForFunction((before) => document.querySelector("#verdict time").textContent !== before, {}, shown)
    await page.waitForSelector("#tasks[open]")
    await staff.see("sample-metrics")
    await page.click("#tasks-summary")
    await page.waitForSelector("#tasks:not([open])")
  })

  await staff.step("status: accessible in light and dark, on a desk and a phone", async () => {
    for (const scheme of ["light", "dark"]) {
      await page.emulateMediaFeatures([{ name: "prefers-color-scheme", value: scheme }])
      for (const [width, height] of [
        [360, 800],
        [1280, 1000],
      ]) {
        await page.setViewport({ width, height })
        await staff.go("/status")
        await staff.see("Live")
        await check(staff, { isLive: true })
        const name = { "light 1280": "status", "dark 360": "status-360" }[`${scheme} ${width}`]
        await page.evaluate(() => {
          document.activeElement.blur()
          scrollTo(0, 0)
        })
        if (name) {
          await staff.picture(path.join(pictures, `${name}.png`))
        }
      }
    }
    await page.emulateMediaFeatures([])
    await page.setViewport({ width: 1440, height: 1000 })
  })

  await staff.step("status: without scripts the page is whole and renews itself", async () => {
    const plain = await page.browserContext().newPage()
    await plain.setJavaScriptEnabled(false)
    await plain.goto(page.url())
    const shown = await plain.$eval("body", (one) => one.textContent)
    nodes.forEach((node) => assert.ok(shown.includes(node), shown))
    assert.match(shown, /Renewed every 10 seconds/)
    await plain.waitForNavigation({ timeout: 600_000 })
    await plain.close()
  })

  await staff.step("status: the page says that the session has ended", async () => {
    await staff.go("/status")
    await staff.see("Live")
    await page.evaluate(() => fetch("/admin/auth", { method: "DELETE" }))
    staff.streams = 0
    await staff.see("Your session has ended. Sign in again")
    assert.deepEqual(await problemsOfAxe(page), [])
  })
})
