// Sign-in with e-mail, password and second factor.
import { api, currentUser, go, lacksSecondFactor, returnPath, withReturn } from "./admin.js"
import { field, form, h, show } from "./dom.js"
import { isReady } from "./setup-state.js"

const REQUIRED = "second_factor_required"

export async function render() {
  const user = await currentUser()
  if (!user) {
    showForm()
  } else if (await lacksSecondFactor()) {
    go(withReturn("/sign-in/second-factor"))
  } else if (returnPath()) {
    go(returnPath())
  } else {
    await showSignedIn(user)
  }
}

function showForm() {
  const given = {}
  const email = field("E-mail", "email", { type: "email", autocomplete: "username", required: true })
  const password = field("Password", "password", {
    type: "password",
    autocomplete: "current-password",
    required: true,
  })
  const send = async (values) => {
    Object.assign(given, values)
    try {
      await api("POST", "/auth", given)
    } catch (problem) {
      if (problem.status !== 401) {
        throw problem
      }
      if (problem.code === REQUIRED) {
        showCodeForm(given)
        return
      }
      throw new Error("The e-mail address or the password is wrong.")
    }
    await enter()
  }
  show(
    "Sign in",
    h("div", { class: "narrow" }, form(null, send, "Sign in", email, password)),
    h("p", null, h("a", { href: withReturn("/sign-in/forgotten-password") }, "Forgotten password"))
  )
}

function showCodeForm(credentials) {
  const send = async ({ otp }) => {
    try {
      await api("POST", "/auth", { ...credentials, otp: otp.trim() })
    } catch (problem) {
      throw problem.status === 401 ? new Error("The code is wrong, or was used before.") : problem
    }
    await enter()
  }
  const code = field("Code", "otp", {
    autocomplete: "one-time-code",
    autocapitalize: "none",
    spellcheck: "false",
    required: true,
    "aria-describedby": "otp-hint",
  })
  show(
    "Second factor",
    h("p", { id: "otp-hint" }, "Enter the code that your authenticator app shows, or one of your recovery codes."),
    h("div", { class: "narrow" }, form(null, send, "Sign in", code)),
    h(
      "p",
      null,
      "Without device and codes, ask another admin to remove your second factor, or have the operator of the server run ",
      h("code", null, `./tradewind user reset-second-factor --email ${credentials.email}`),
      "."
    )
  )
  document.getElementById("otp").focus()
}

/** Leads on after a sign-in: to the second factor, the set-up of a shop that is not ready, or back. */
export async function enter() {
  const { user } = await api("GET", "/auth")
  if (await lacksSecondFactor()) {
    go(withReturn("/sign-in/second-factor"))
  } else if (user.role === "admin" && !(await isReady())) {
    go(withReturn("/setup"))
  } else {
    go(returnPath() ?? "/app")
  }
}

async function showSignedIn(user) {
  const { second_factor: factor } = await api("GET", "/tradewind/second-factor")
  const leave = async () => {
    await api("DELETE", "/auth")
    showForm()
    document.querySelector("h1").focus()
  }
  const link = (href, text) => h("li", null, h("a", { href }, text))
  show(
    "Signed in",
    h("p", null, `You are signed in as ${user.email}.`),
    h(
      "ul",
      null,
      link("/app", "Dashboard"),
      link("/setup", "Set-up of the shop"),
      !factor.confirmed_at && link("/sign-in/second-factor", "Enroll a second factor")
    ),
    factor.confirmed_at &&
      h("p", null, `Your second factor is in force; ${factor.recovery_codes_left} recovery codes are left.`),
    form(null, leave, "Sign out")
  )
}
