// The view of the page's path.
import { shopName } from "./admin.js"
import { h, show, showShop } from "./dom.js"

const VIEWS = {
  "/sign-in": async () => (await import("./sign-in.js")).render(),
  "/sign-in/second-factor": async () => (await import("./second-factor.js")).render(),
  "/sign-in/forgotten-password": async () => (await import("./password.js")).renderForgotten(),
  "/sign-in/new-password": async () => (await import("./password.js")).renderNew(),
  "/sign-in/invite": async () => (await import("./password.js")).renderInvite(),
  "/setup": async () => (await import("./setup.js")).render(),
}

function fail(problem) {
  show(
    "Something is wrong",
    h("p", { role: "alert" }, problem.message),
    h("p", null, h("a", { href: "/sign-in" }, "Sign in"))
  )
}

// A page that the browser has kept may show another person's session.
addEventListener("pageshow", (event) => {
  if (event.persisted) {
    location.reload()
  }
})

shopName().then((name) => name && showShop(name), () => {})

VIEWS[location.pathname.replace(/(.)\/$/, "$1")]().catch(fail)
