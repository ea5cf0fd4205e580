// The sandbox's Stripe.js. What payors type stays in frames with an opaque origin; this script and the frames exchange
// messages.
;(() => {
  const PLACE = new URL('.', document.currentScript.src).href
  const SPANISH = SPANISH_WORDS
  /** Stripe.js's own timeout. */
  const CALL_MS = 40_000
  const FRAMED = ['payment', 'card']
  const integrationError = (message) => Object.assign(new Error(message), { name: 'IntegrationError' })

  const inLocale = (locale, text) => (locale === 'es' && SPANISH[text]) || text

  /** Opens a frame with its own message channel. */
  const openFrame = (title, init, hear) => {
    const frame = document.createElement('iframe')
    const { port1: port, port2 } = new MessageChannel()
    const questions = new Map()
    frame.title = title
    frame.setAttribute('sandbox', 'allow-scripts allow-forms')
    frame.setAttribute('allow', 'payment *')
    Object.assign(frame.style, { border: '0', width: '100%', display: 'block', colorScheme: 'normal' })
    // '*', since an opaque origin cannot be named as a target. The message has no secret of the payor's.
    frame.addEventListener('load', () => frame.contentWindow.postMessage({ ...init(), place: PLACE }, '*', [port2]), { once: true })
    frame.src = `${PLACE}frame`
    let asked = 0
    port.onmessage = ({ data }) => {
      if (data.answers === undefined) return hear(data)
      questions.get(data.answers)?.(data.result)
      questions.delete(data.answers)
    }
    return {
      frame,
      say: (message) => port.postMessage(message),
      ask: (message) =>
        new Promise((resolve) => {
          asked += 1
          questions.set(asked, resolve)
          port.postMessage({ ...message, question: asked })
        }),
      close: () => {
        port.close()
        frame.remove()
        for (const resolve of questions.values()) resolve({ error: { type: 'api_error', message: 'The payment form was closed.' } })
      },
    }
  }

  const elementOf = (client, group, type, options) => {
    const handlers = new Map()
    const emit = (event, detail = {}) => {
      for (const handler of [...(handlers.get(event) ?? [])]) handler({ elementType: type, ...detail })
    }
    const on = (event, handler) => void handlers.set(event, [...(handlers.get(event) ?? []), handler])
    const off = (event, handler) =>
      void handlers.set(
        event,
        (handlers.get(event) ?? []).filter((one) => handler !== undefined && one !== handler),
      )
    let given = { ...options }
    let open = null
    const hear = ({ height, event, detail }) => {
      if (height !== undefined && open) open.frame.style.height = `${height}px`
      if (event) emit(event, detail)
    }
    const unmount = () => {
      open?.close()
      open = null
    }
    const element = {
      on: (event, handler) => {
        on(event, handler)
        return element
      },
      once: (event, handler) => {
        const once = (detail) => {
          off(event, once)
          handler(detail)
        }
        on(event, once)
        return element
      },
      off: (event, handler) => {
        off(event, handler)
        return element
      },
      mount: (place) => {
        const node = typeof place === 'string' ? document.querySelector(place) : place
        if (!node) throw integrationError(`The selector you specified (${place}) applies to no DOM elements that are currently on the page.`)
        if (node.getRootNode() instanceof ShadowRoot)
          throw integrationError('Elements cannot be mounted in a ShadowRoot. Please mount in the Light DOM.')
        node.classList.add('StripeElement')
        emit('loaderstart')
        // The sandbox has no wallets, so the element stays empty, as it does in a browser without any.
        if (!FRAMED.includes(type)) return void setTimeout(() => emit('ready', { availablePaymentMethods: undefined }))
        open = openFrame(
          inLocale(group.options.locale ?? client.locale, 'Secure payment input frame'),
          () => ({
            kind: type,
            ...client,
            clientSecret: group.options.clientSecret,
            types: group.options.allowedPaymentMethodTypes ?? group.options.paymentMethodTypes,
            appearance: group.options.appearance,
            locale: group.options.locale ?? client.locale,
            options: given,
          }),
          hear,
        )
        // Aligns the fields with the page, although the frame keeps space around them for outlines.
        Object.assign(open.frame.style, { width: 'calc(100% + 6px)', margin: '0 -3px' })
        node.replaceChildren(open.frame)
      },
      update: (more) => {
        given = { ...given, ...more }
        open?.say({ options: given })
        return element
      },
      ask: (message) => (open ? open.ask(message) : Promise.reject(integrationError('The Element is not mounted.'))),
      restyle: () => open?.say({ appearance: group.options.appearance }),
      unmount,
      destroy: () => {
        unmount()
        group.elements.delete(type)
        emit('destroy')
      },
      focus: () => open?.say({ focus: true }),
      blur: () => open?.frame.blur(),
      clear: () => open?.say({ clear: true }),
      collapse: () => element,
    }
    return element
  }

  const elementsOf = (client, options = {}) => {
    const group = { options: { ...options }, elements: new Map() }
    return {
      group,
      create: (type, more) => {
        if (group.elements.has(type)) throw integrationError(`Can only create one Element of type ${type} through this instance of Elements.`)
        const element = elementOf(client, group, type, more)
        group.elements.set(type, element)
        return element
      },
      getElement: (type) => group.elements.get(typeof type === 'string' ? type : type?.__elementType) ?? null,
      update: (more) => {
        Object.assign(group.options, more)
        for (const element of group.elements.values()) element.restyle()
      },
      fetchUpdates: async () => ({}),
      submit: async () => group.elements.get('payment')?.ask({ validate: true }) ?? {},
    }
  }

  const idIn = (clientSecret) => String(clientSecret).split('_secret_')[0]

  /** Shows the bank's 3D Secure page on top of the page. */
  const challenge = (client, clientSecret, locale = client.locale) =>
    new Promise((resolve) => {
      const before = document.activeElement
      const open = openFrame(
        inLocale(locale, '3D Secure authentication'),
        () => ({ kind: 'challenge', ...client, clientSecret, locale }),
        ({ result }) => {
          if (!result) return
          open.close()
          before?.focus?.()
          resolve(result)
        },
      )
      Object.assign(open.frame.style, { position: 'fixed', inset: '0', height: '100%', zIndex: '2147483647' })
      document.body.append(open.frame)
      open.frame.focus()
    })

  window.Stripe = (key, options = {}) => {
    if (typeof key !== 'string' || !key.startsWith('pk_'))
      throw integrationError('Invalid value for Stripe(): apiKey should be a string that starts with pk_.')
    const client = { key, account: options.stripeAccount, locale: options.locale }

    const call = async (path, method, values) => {
      const form = new URLSearchParams({ key, ...(client.account ? { _stripe_account: client.account } : {}), ...values })
      const url = PLACE + path + (method === 'GET' ? `?${form}` : '')
      const limit = new AbortController()
      setTimeout(() => limit.abort(), CALL_MS)
      const { signal } = limit
      try {
        const body = await (await fetch(url, { signal, ...(method === 'GET' ? {} : { method, body: form }) })).json()
        return body.error ? { error: { ...body.error, message: inLocale(client.locale, body.error.message) } } : { paymentIntent: body }
      } catch {
        return { error: { type: 'api_connection_error', message: inLocale(client.locale, 'Could not reach the payment service. Please try again.') } }
      }
    }
    const retrievePaymentIntent = (clientSecret) => call(`v1/payment_intents/${idIn(clientSecret)}`, 'GET', { client_secret: clientSecret })
    const goOn = (clientSecret, result, locale) =>
      result.paymentIntent?.status === 'requires_action' ? challenge(client, clientSecret, locale) : result

    const confirmNamed = (clientSecret, method, more = {}) =>
      call(`v1/payment_intents/${idIn(clientSecret)}/confirm`, 'POST', { client_secret: clientSecret, payment_method: method, ...more })
    const usageOf = ({ setup_future_usage: usage } = {}) => (usage ? { setup_future_usage: usage } : {})

    const confirmPayment = async ({ elements, clientSecret: given, confirmParams = {}, redirect = 'always' }) => {
      const clientSecret = given ?? elements?.group.options.clientSecret
      if (!clientSecret)
        throw integrationError('In order to call confirmPayment, you must pass a clientSecret, or an Elements instance that has one.')
      const { payment_method: named, payment_method_data: data, return_url: back } = confirmParams
      const element = named ? null : elements?.getElement('payment')
      if (!named && !element) throw integrationError('Could not retrieve data from the specified Element.')
      const asked = named
        ? confirmNamed(clientSecret, named, usageOf(confirmParams))
        : element.ask({ confirm: clientSecret, billing: data?.billing_details, ...usageOf(confirmParams) })
      const result = await goOn(clientSecret, await asked, elements?.group.options.locale)
      if (result.error || redirect === 'if_required') return result
      const url = new URL(back)
      const { id, status } = result.paymentIntent
      for (const [name, value] of Object.entries({ payment_intent: id, payment_intent_client_secret: clientSecret, redirect_status: status }))
        url.searchParams.set(name, value)
      location.assign(url)
      return new Promise(() => {})
    }

    const confirmCardPayment = async (clientSecret, data = {}) => {
      const { payment_method: method, ...more } = data
      if (!method) return goOn(clientSecret, await retrievePaymentIntent(clientSecret))
      if (typeof method === 'string') return goOn(clientSecret, await confirmNamed(clientSecret, method, usageOf(more)))
      if (!method.card?.ask) throw integrationError('We could not retrieve data from the specified Element.')
      return goOn(clientSecret, await method.card.ask({ confirm: clientSecret, billing: method.billing_details, ...usageOf(more) }))
    }

    return {
      elements: (more) => elementsOf(client, more),
      confirmPayment,
      confirmCardPayment,
      retrievePaymentIntent,
      handleNextAction: ({ clientSecret }) => challenge(client, clientSecret),
      handleCardAction: (clientSecret) => challenge(client, clientSecret),
      createPaymentMethod: ({ elements, card, element = card ?? elements?.getElement('payment'), billing_details: billing, params }) =>
        element.ask({ method: true, billing: billing ?? params?.billing_details }),
      createToken: async () => ({ error: { type: 'invalid_request_error', message: 'Tokens are not part of the sandbox.' } }),
      registerAppInfo: () => {},
      _registerWrapper: () => {},
    }
  }
  window.Stripe.version = 'endive'
})()
