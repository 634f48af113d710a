/* Stand-in for Stripe.js with the methods that a checkout by card needs. No money moves. */
(() => {
  const base = new URL(document.currentScript.src).origin

  /** {a: {b: 1}, c: [2]} as a[b]=1&c[0]=2. */
  function form(values, prefix = '', target = new URLSearchParams()) {
    for (const [name, value] of Object.entries(values)) {
      const key = prefix ? `${prefix}[${name}]` : name
      if (value !== null && typeof value === 'object') {
        form(value, key, target)
      } else if (value !== undefined && value !== null) {
        target.append(key, value)
      }
    }
    return target
  }

  class Stripe {
    constructor(publishableKey, options = {}) {
      this.key = publishableKey
      this.version = options.apiVersion
    }

    async request(method, path, values) {
      const headers = { Authorization: `Bearer ${this.key}` }
      if (this.version) headers['Stripe-Version'] = this.version
      const parameters = form(values)
      const response = await fetch(
        base + path + (method === 'GET' ? `?${parameters}` : ''),
        { method, headers, body: method === 'GET' ? undefined : parameters })
      const body = await response.json()
      return body.error ? { error: body.error } : { body }
    }

    path(clientSecret, action = '') {
      return `/v1/payment_intents/${clientSecret.split('_secret_')[0]}${action}`
    }

    async retrievePaymentIntent(clientSecret) {
      const { error, body } =
        await this.request('GET', this.path(clientSecret), { client_secret: clientSecret })
      return error ? { error } : { paymentIntent: body }
    }

    async createPaymentMethod(data) {
      const { card, ...rest } = data
      const { error, body } =
        await this.request('POST', '/v1/payment_methods', { ...rest, card: cardOf(card) })
      return error ? { error } : { paymentMethod: body }
    }

    async confirmCardPayment(clientSecret, data = {}, options = {}) {
      const { payment_method: method, return_url: returnUrl, ...rest } = data
      const values = { ...rest, client_secret: clientSecret, use_stripe_sdk: true }
      if (typeof method === 'string') {
        values.payment_method = method
      } else if (method) {
        values.payment_method_data = { ...method, type: 'card', card: cardOf(method.card) }
      }
      if (returnUrl) values.return_url = returnUrl
      const { error, body } =
        await this.request('POST', this.path(clientSecret, '/confirm'), values)
      if (error) return { error }
      if (body.status === 'requires_action' && options.handleActions !== false) {
        return this.handleNextAction({ clientSecret })
      }
      return { paymentIntent: body }
    }

    /** Opens the page that the next action names, and waits until it is done. */
    async handleNextAction({ clientSecret }) {
      const before = await this.retrievePaymentIntent(clientSecret)
      const action = before.paymentIntent && before.paymentIntent.next_action
      if (!action) return before
      if (action.redirect_to_url) {
        window.location.assign(action.redirect_to_url.url)
        return new Promise(() => {})
      }
      if (!action.use_stripe_sdk) return before
      await authenticateAt(action.use_stripe_sdk.stripe_js)
      const { error, paymentIntent } = await this.retrievePaymentIntent(clientSecret)
      if (error) return { error }
      return paymentIntent.status === 'requires_payment_method'
        ? { error: forShoppers(paymentIntent.last_payment_error) }
        : { paymentIntent }
    }

    handleCardAction(clientSecret) {
      return this.handleNextAction({ clientSecret })
    }

    /** Confirms what was entered in the payment element; methods with a page of their own lead there. */
    async confirmPayment({ elements, clientSecret, confirmParams = {} }) {
      const values = {
        client_secret: clientSecret,
        use_stripe_sdk: true,
        return_url: confirmParams.return_url,
        payment_method_data: elements.paymentMethod()
      }
      const { error, body } =
        await this.request('POST', this.path(clientSecret, '/confirm'), values)
      if (error) return { error }
      return body.status === 'requires_action'
        ? this.handleNextAction({ clientSecret })
        : { paymentIntent: body }
    }

    elements(options = {}) {
      return new Elements(options)
    }
  }

  class Elements {
    constructor(options) {
      if (options.mode === 'payment' && !(options.amount > 0 && options.currency)) {
        throw new Error('elements() needs an amount and a currency.')
      }
      this.types = options.paymentMethodTypes || ['card']
    }

    create(type) {
      this.element = type === 'payment' ? new PaymentElement(this.types) : new CardElement()
      return this.element
    }

    update() {}

    async submit() {
      return this.element.isComplete()
        ? {}
        : { error: { type: 'validation_error', message: 'Your card number is incomplete.' } }
    }

    paymentMethod() {
      return this.element.paymentMethod()
    }
  }

  class CardElement {
    mount(target) {
      const parent = typeof target === 'string' ? document.querySelector(target) : target
      this.input = document.createElement('input')
      this.input.placeholder = 'Test card number'
      this.input.inputMode = 'numeric'
      this.input.autocomplete = 'off'
      parent.append(this.input)
    }

    unmount() {
      this.input.remove()
    }

    on() {}
  }

  /** Field of a card, or the name of a method that has a page of its own. */
  class PaymentElement extends CardElement {
    constructor(types) {
      super()
      this.type = types[0]
    }

    mount(target) {
      if (this.type === 'card') {
        const label = document.createElement('label')
        label.append('Card number ')
        target.append(label)
        super.mount(label)
        return
      }
      const note = document.createElement('p')
      note.textContent = `You will be led to ${this.type}.`
      target.append(note)
    }

    isComplete() {
      return this.type !== 'card' || this.input.value.trim() !== ''
    }

    paymentMethod() {
      return this.type === 'card'
        ? { type: 'card', card: cardOf({ number: this.input.value }) }
        : { type: this.type }
    }
  }

  /** Stripe.js has another message than the API, which speaks to developers. */
  function forShoppers(error) {
    return error.code === 'payment_intent_authentication_failure'
      ? { ...error, message: 'The payment could not be authenticated. Try again, or use another card.' }
      : error
  }

  function cardOf(card) {
    return card instanceof CardElement ? { number: card.input.value } : card
  }

  function authenticateAt(url) {
    return new Promise(resolve => {
      const frame = document.createElement('iframe')
      frame.src = url
      frame.title = 'Authentication'
      frame.style.cssText =
        'position:fixed;inset:0;width:100%;height:100%;border:0;background:#fff;z-index:2147483647'
      const listener = event => {
        if (event.origin === base && event.data === 'stripe-test-server:authenticated') {
          window.removeEventListener('message', listener)
          frame.remove()
          resolve()
        }
      }
      window.addEventListener('message', listener)
      document.body.append(frame)
    })
  }

  window.Stripe = (key, options) => new Stripe(key, options)
})()
