// Enrollment of a second factor: secret, confirmation, recovery codes.
import { api, currentUser, go, withReturn } from "./admin.js"
import { field, form, h, show, tell } from "./dom.js"
import { enter } from "./sign-in.js"

export async function render() {
  if (!(await currentUser())) {
    go(withReturn("/sign-in"))
    return
  }
  const { second_factor: factor } = await api("GET", "/tradewind/second-factor")
  if (factor.confirmed_at) {
    await enter()
    return
  }
  await enroll({})
}

async function enroll(confirmation) {
  try {
    const { second_factor: enrolled } = await api("POST", "/tradewind/second-factor", confirmation)
    showSecret(enrolled)
  } catch (problem) {
    if (problem.code !== "old_password_required") {
      throw problem
    }
    showPasswordForm()
  }
}

function showPasswordForm() {
  const password = field("Password", "old_password", {
    type: "password",
    autocomplete: "current-password",
    required: true,
  })
  show(
    "Second factor",
    h("p", null, "You signed in a while ago. Enter your password to go on."),
    h("div", { class: "narrow" }, form(null, enroll, "Continue", password))
  )
}

function showSecret({ secret, uri, qr_code: image }) {
  const send = async ({ otp }) => {
    const { recovery_codes: codes } = await api("POST", "/tradewind/second-factor/confirm", { otp: otp.trim() })
    showCodes(codes)
  }
  const code = field("Code", "otp", {
    inputmode: "numeric",
    autocomplete: "one-time-code",
    pattern: "[0-9 ]{6,}",
    title: "Six digits",
    required: true,
  })
  show(
    "Enroll a second factor",
    h("p", null, "Scan the code with an authenticator app on your phone, then enter the six digits that it shows."),
    h("p", null, h("img", { class: "qr", src: `data:image/svg+xml,${encodeURIComponent(image)}`, alt: "QR code of the secret" })),
    h("p", null, h("a", { href: uri }, "Open the authenticator app"), ", on the phone itself, or enter the secret by hand:"),
    h("p", { class: "secret", id: "secret" }, secret.replace(/(.{4})(?=.)/g, "$1 ")),
    h("div", { class: "narrow" }, form(null, send, "Confirm", code))
  )
}

function showCodes(codes) {
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(codes.join("\n"))
      tell("The codes are copied.")
    } catch {
      getSelection().selectAllChildren(document.getElementById("codes"))
      tell("The codes are selected: copy them.")
    }
  }
  const kept = h("input", { type: "checkbox", id: "kept", required: true })
  show(
    "Recovery codes",
    h(
      "p",
      null,
      "Your second factor is in force. Each of these codes replaces it once, if the device is lost. They are",
      " shown only now: keep them in a safe place."
    ),
    h("ul", { class: "codes-once", id: "codes" }, codes.map((code) => h("li", null, code))),
    h(
      "div",
      { class: "buttons" },
      h("button", { type: "button", click: copy }, "Copy"),
      h("button", { type: "button", click: () => print() }, "Print")
    ),
    form(null, enter, "Continue", h("label", { class: "check" }, kept, "I have kept the codes"))
  )
  document.querySelector("h1").focus()
}
