// What pages do beyond forms and links. Without it everything works up to the payment by card.

const drawer = document.querySelector("[data-drawer]")

/** Sends a form as a browser does: its answer. */
export function send(form, values = {}) {
  const body = new URLSearchParams(new FormData(form))
  Object.entries(values).forEach(([name, value]) => body.set(name, value))
  // A field of that name hides the property of the form.
  return fetch(form.getAttribute("action"), { method: "POST", body })
}

/** Shows why something was refused, above the button of the form. */
export function alertIn(element, message) {
  element.querySelector("[data-alert]").textContent = message
}

const parsed = async (response) => new DOMParser().parseFromString(await response.text(), "text/html")

function showCount(count) {
  document.querySelectorAll("[data-count]").forEach((one) => (one.textContent = count))
}

/** Fields that change something at once. */
document.addEventListener("change", ({ target }) => {
  if (target.matches("[data-auto]") && target.form.reportValidity()) {
    target.form.requestSubmit()
  }
})

/** Forms whose answer replaces the content of the page; the focus stays where it was. */
document.addEventListener("submit", async (event) => {
  const form = event.target
  if (form.matches("[data-swap]")) {
    event.preventDefault()
    try {
      const page = await parsed(await send(form))
      const focused = document.activeElement?.id
      document.getElementById("main").replaceWith(page.getElementById("main"))
      showCount(page.querySelector("[data-count]").textContent)
      const next = (focused && document.getElementById(focused)) || document.querySelector("h1")
      next.focus()
      document.querySelector("[data-status]").textContent =
        document.querySelector("[data-alert]")?.textContent.trim() || document.querySelector("h1").textContent
    } catch {
      location.reload()
    }
  }
  if (form.matches("[data-buy]")) {
    event.preventDefault()
    await buy(form)
  }
})

function showDrawer(part) {
  showCount(part.querySelector("[data-new-count]").textContent)
  drawer.replaceChildren(...part.body.childNodes)
  drawer.showModal()
  drawer.querySelector("h2").focus()
}

/** The link to the cart shows the drawer, except where the cart or the checkout is the page. */
const link = document.querySelector("[data-cart]")
if (!document.querySelector(".columns")) {
  link.addEventListener("click", async (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) {
      return
    }
    event.preventDefault()
    const response = await fetch(`${link.href}?part=drawer`).catch(() => null)
    if (response?.ok) {
      showDrawer(await parsed(response))
    } else {
      location.assign(link.href)
    }
  })
}

/** Puts the chosen variant into the cart and shows the drawer. */
async function buy(form) {
  if (form.hasAttribute("aria-busy")) {
    return
  }
  form.setAttribute("aria-busy", "true")
  alertIn(form, "")
  try {
    const response = await send(form, { part: "drawer" })
    const part = await parsed(response)
    if (response.ok) {
      showDrawer(part)
    } else {
      alertIn(form, part.querySelector("[data-alert], h1").textContent.trim())
    }
  } catch {
    alertIn(form, drawer.dataset.failed)
  } finally {
    form.removeAttribute("aria-busy")
  }
}

drawer.addEventListener("click", (event) => {
  if (event.target === drawer) {
    drawer.close()
  }
})

/** Price and stock of the chosen options. */
const choice = document.querySelector("[data-buy]")
if (choice) {
  const source = choice.querySelector("[data-offers]")
  const offers = JSON.parse(source.textContent)
  const update = () => {
    const chosen = new FormData(choice)
    const offer =
      offers.length === 1
        ? offers[0]
        : offers.find(({ options }) =>
            Object.entries(options).every(([id, value]) => chosen.get(`option-${id}`) === value)
          )
    const original = choice.querySelector("[data-original]")
    choice.querySelector("[data-price]").textContent = offer?.price ?? ""
    choice.querySelector("[data-stock]").textContent = offer?.stock ?? source.dataset.notSold
    original.textContent = offer?.original ?? ""
    original.hidden = !offer?.original
  }
  choice.addEventListener("change", update)
}

if (document.querySelector("[data-pay]")) {
  import("./payment.js")
}
