// On the page of the dashboard: its own login cannot send a second factor, so that the sign-in page of
// the gateway takes its place, also after a session that ends while the dashboard is open.
{
  const LOGIN = /^\/app\/login\/?$/
  const lead = () => {
    if (LOGIN.test(location.pathname)) {
      location.replace("/sign-in")
    }
  }
  for (const name of ["pushState", "replaceState"]) {
    const change = history[name]
    history[name] = function (...parameters) {
      change.apply(this, parameters)
      lead()
    }
  }
  addEventListener("popstate", lead)
}
