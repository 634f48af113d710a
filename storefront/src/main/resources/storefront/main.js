// The view of the page's path, and the parts that all views share.
import { h, show } from "./dom.js"
import { chooseRegion, region, regions, showCount } from "./session.js"

const VIEWS = [
  [/^\/$/, () => import("./list.js")],
  [/^\/products\/([^/]+)$/, () => import("./product.js")],
  [/^\/cart$/, () => import("./cart.js")],
  [/^\/checkout$/, () => import("./checkout.js")],
  [/^\/orders\/([^/]+)$/, () => import("./order.js")],
  [/^\/account$/, () => import("./account.js")],
]

async function showView() {
  const path = location.pathname.replace(/(.)\/$/, "$1")
  for (const [pattern, load] of VIEWS) {
    const found = pattern.exec(path)
    if (found) {
      const view = await load()
      await view.render(...found.slice(1).map(decodeURIComponent))
      return
    }
  }
}

async function offerRegions() {
  const select = document.getElementById("region")
  const chosen = await region()
  for (const one of await regions()) {
    const text = `${one.name} (${one.currency_code.toUpperCase()})`
    select.append(h("option", { value: one.id, selected: one === chosen }, text))
  }
  select.addEventListener("change", async () => {
    await chooseRegion(select.value)
    location.reload()
  })
}

function fail(problem) {
  const title = problem.status === 404 ? "Not found" : "Something is wrong"
  show(title, h("p", { role: "alert" }, problem.message), h("p", null, h("a", { href: "/" }, "All products")))
}

// A page that the browser has kept shows an older cart.
addEventListener("pageshow", (event) => {
  if (event.persisted) {
    location.reload()
  }
})

document.getElementById("search").value = new URLSearchParams(location.search).get("q") ?? ""
showCount()
Promise.all([showView(), offerRegions()]).catch(fail)
