// Runs in the frame: it holds what payors type, and makes the calls that contain it. The frame's origin is opaque, so
// that no page can read it.
/* global TEST_BANKS, TEST_ROUTING_NUMBER, SPANISH */
/** Stripe.js's own timeout. */
const CALL_MS = 40_000
const digits = (text) => text.replace(/\D/g, '')
const doubled = (digit) => (digit * 2 > 9 ? digit * 2 - 9 : digit * 2)
const passesLuhn = (number) => [...number].reverse().reduce((sum, sign, i) => sum + (i % 2 ? doubled(+sign) : +sign), 0) % 10 === 0

const grouped = (text) => {
  const number = digits(text).slice(0, 19)
  const groups = /^3[47]/.test(number) ? /^(\d{1,4})(\d{1,6})?(\d{1,9})?/ : /^(\d{1,4})(\d{1,4})?(\d{1,4})?(\d{1,7})?/
  return (groups.exec(number) ?? []).slice(1).filter(Boolean).join(' ')
}
/** Month and year of a text such as '12 / 34', '1234' or '12/2034'. */
const expiryOf = (text) => {
  const [, month, year] = /^(\d{1,2})\s*\/\s*(\d{2}|\d{4})$/.exec(text.trim()) ?? /^(\d{2})(\d{2})$/.exec(digits(text)) ?? []
  return year ? { month: +month, year: year.length === 2 ? 2000 + +year : +year } : null
}

/** For each field: its label, how it is formatted, and when it is valid. */
const FIELDS = {
  number: {
    label: 'Card number',
    hint: '1234 1234 1234 1234',
    complete: 'cc-number',
    write: grouped,
    wrong: (text) => {
      const number = digits(text)
      if (number.length < 13) return ['incomplete_number', 'Your card number is incomplete.']
      return passesLuhn(number) ? null : ['invalid_number', 'Your card number is invalid.']
    },
  },
  expiry: {
    label: 'Expiration date',
    hint: 'MM / YY',
    complete: 'cc-exp',
    // Adds the slash while the date is typed.
    write: (text, deleting) => text.replace(deleting ? /^(\d{2})(?=\d)/ : /^(\d{2})[\s/]*/, '$1 / '),
    wrong: (text) => {
      const expiry = expiryOf(text)
      if (!expiry || expiry.month < 1 || expiry.month > 12) return ['incomplete_expiry', "Your card's expiration date is incomplete."]
      if (new Date(expiry.year, expiry.month) <= new Date()) return ['invalid_expiry_year_past', "Your card's expiration date is in the past."]
      return null
    },
  },
  cvc: {
    label: 'Security code',
    hint: 'CVC',
    complete: 'cc-csc',
    write: (text) => digits(text).slice(0, 4),
    wrong: (text) => (digits(text).length < 3 ? ['incomplete_cvc', "Your card's security code is incomplete."] : null),
  },
  zip: {
    label: 'ZIP code',
    hint: '12345',
    complete: 'postal-code',
    write: (text) => text.slice(0, 10),
    wrong: (text) => (text.trim().length < 5 ? ['incomplete_zip', 'Your ZIP code is incomplete.'] : null),
  },
  routing: {
    label: 'Routing number',
    hint: '110000000',
    complete: 'off',
    write: (text) => digits(text).slice(0, 9),
    wrong: (text) => (digits(text).length < 9 ? ['incomplete_routing_number', 'Your routing number is incomplete.'] : null),
  },
  account: {
    label: 'Account number',
    hint: '000123456789',
    complete: 'off',
    write: (text) => digits(text).slice(0, 17),
    wrong: (text) => (digits(text).length < 4 ? ['incomplete_account_number', 'Your account number is incomplete.'] : null),
  },
}
const TYPES = { card: 'Card', us_bank_account: 'US bank account' }

const make = (tag, properties = {}, ...children) => {
  const { aria = {}, ...more } = properties
  const node = Object.assign(document.createElement(tag), more)
  for (const [name, value] of Object.entries(aria)) node.setAttribute(`aria-${name}`, value)
  node.append(...children)
  return node
}

let port
let config
let type = 'card'
let shown = new Map()

/** A sentence in the language of the Elements' locale; in English if there is none. */
const say = (text) => (config.locale === 'es' && SPANISH[text]) || text

const tell = (event, detail) => port.postMessage({ event, detail })
const textOf = (name) => shown.get(name)?.input.value ?? ''
const isEmpty = () => [...shown.values()].every(({ input }) => input.value === '')
const problems = () =>
  [...shown].flatMap(([name, field]) => [FIELDS[name].wrong(field.input.value)].filter(Boolean).map((problem) => ({ name, problem })))

const show = (name, problem) => {
  const { input, line } = shown.get(name)
  line.textContent = say(problem?.[1] ?? '')
  input.setAttribute('aria-invalid', String(Boolean(problem)))
}
const changed = () => {
  const wrong = problems()
  tell('change', {
    complete: wrong.length === 0,
    empty: isEmpty(),
    collapsed: false,
    value: { type },
    ...(config.kind === 'card' ? { error: undefined } : {}),
  })
}

const fieldOf = (name) => {
  const { label, hint, complete, write, wrong } = FIELDS[name]
  const input = make('input', {
    type: 'text',
    name,
    placeholder: say(hint),
    autocomplete: complete,
    inputMode: 'numeric',
    spellcheck: false,
    aria: { describedby: `${name}-problem`, invalid: 'false' },
  })
  const line = make('p', { id: `${name}-problem`, className: 'problem' })
  line.setAttribute('role', 'alert')
  input.addEventListener('input', ({ inputType = '' }) => {
    const written = write(input.value, inputType.startsWith('delete'))
    if (written !== input.value) input.value = written
    show(name, null)
    changed()
  })
  input.addEventListener('blur', () => input.value !== '' && show(name, wrong(input.value)))
  shown.set(name, { input, line })
  return make('div', {}, make('label', {}, say(label), input), line)
}

const choice = (name, text, checked, chosen) => {
  const input = make('input', { type: 'radio', name, checked })
  input.addEventListener('change', chosen)
  return make('label', {}, input, say(text))
}

const choose = (bank) => {
  for (const [name, value] of [
    ['routing', TEST_ROUTING_NUMBER],
    ['account', bank.accountNumber],
  ]) {
    shown.get(name).input.value = value
    show(name, null)
  }
  changed()
}

const wantsZip = () => {
  const { hidePostalCode, fields } = config.options ?? {}
  const { billingDetails } = fields ?? {}
  const { address } = typeof billingDetails === 'object' ? billingDetails : {}
  return !hidePostalCode && billingDetails !== 'never' && address !== 'never' && address?.postalCode !== 'never'
}

const fieldsOf = {
  card: () => [fieldOf('number'), make('div', { className: 'pair' }, ...['expiry', 'cvc', ...(wantsZip() ? ['zip'] : [])].map(fieldOf))],
  us_bank_account: () => [
    make(
      'fieldset',
      {},
      make('legend', { textContent: say('Choose a test bank, or type its numbers') }),
      ...TEST_BANKS.map((bank) => choice('bank', bank.name, false, () => choose(bank))),
    ),
    make('div', { className: 'pair' }, fieldOf('routing'), fieldOf('account')),
    make('p', { className: 'hint', textContent: say('By paying you authorize a single debit of this bank account.') }),
  ],
}

const render = (types) => {
  shown = new Map()
  const tabs =
    types.length > 1
      ? [
          make(
            'fieldset',
            { className: 'types' },
            make('legend', { textContent: say('Pay with') }),
            ...types.map((one) =>
              choice('type', TYPES[one], one === type, () => {
                type = one
                render(types)
                document.querySelector('[name=type]:checked').focus()
                changed()
              }),
            ),
          ),
        ]
      : []
  const problem = make('p', { id: 'problem', className: 'problem' })
  const form = make(
    'form',
    { noValidate: true },
    make('p', { className: 'ribbon', textContent: say('Sandbox, no money moves') }),
    ...tabs,
    ...fieldsOf[type](),
    problem,
  )
  form.addEventListener('submit', (event) => event.preventDefault())
  document.body.replaceChildren(form)
}

/** Marks all missing fields, and returns the first of them. */
const validate = () => {
  const wrong = problems()
  for (const name of shown.keys()) show(name, wrong.find((one) => one.name === name)?.problem)
  if (wrong.length === 0) return {}
  const [{ name, problem }] = wrong
  shown.get(name).input.focus()
  return { error: { type: 'validation_error', code: problem[0], message: say(problem[1]) } }
}

const flat = (prefix, value) =>
  Object.entries(value ?? {}).flatMap(([name, inner]) => {
    if (inner === null || inner === undefined) return []
    return typeof inner === 'object' ? flat(`${prefix}[${name}]`, inner) : [[`${prefix}[${name}]`, String(inner)]]
  })

const methodOf = (billing = {}) => {
  const zip = textOf('zip').trim()
  const billing_details = { ...billing, ...(zip ? { address: { postal_code: zip, ...billing.address } } : {}) }
  if (type === 'us_bank_account')
    return { type, billing_details, us_bank_account: { routing_number: digits(textOf('routing')), account_number: digits(textOf('account')) } }
  const { month, year } = expiryOf(textOf('expiry'))
  return { type, billing_details, card: { number: digits(textOf('number')), exp_month: month, exp_year: year, cvc: digits(textOf('cvc')) } }
}

const call = async (path, method, values) => {
  const form = new URLSearchParams([['key', config.key], ...(config.account ? [['_stripe_account', config.account]] : []), ...values])
  const url = `${config.place}v1/${path}${method === 'GET' ? `?${form}` : ''}`
  const limit = new AbortController()
  setTimeout(() => limit.abort(), CALL_MS)
  const { signal } = limit
  try {
    const body = await (await fetch(url, { signal, ...(method === 'GET' ? {} : { method, body: form }) })).json()
    return body.error ? { error: { ...body.error, message: say(body.error.message) } } : body
  } catch {
    return { error: { type: 'api_connection_error', message: say('Could not reach the payment service. Please try again.') } }
  }
}
const as = (name, body) => (body.error ? { error: body.error } : { [name]: body })
const intentIn = (clientSecret) => `payment_intents/${clientSecret.split('_secret_')[0]}`

const answer = async ({ validate: only, confirm, method, billing, setup_future_usage: usage }) => {
  const wrong = validate()
  if (wrong.error || only) return wrong
  if (method)
    return as(
      'paymentMethod',
      await call(
        'payment_methods',
        'POST',
        Object.entries(methodOf(billing)).flatMap(([name, value]) => (typeof value === 'object' ? flat(name, value) : [[name, value]])),
      ),
    )
  const values = [['client_secret', confirm], ...flat('payment_method_data', methodOf(billing)), ...(usage ? [['setup_future_usage', usage]] : [])]
  const result = as('paymentIntent', await call(`${intentIn(confirm)}/confirm`, 'POST', values))
  document.getElementById('problem').textContent = result.error?.message ?? ''
  return result
}

const dress = ({ theme, variables = {} } = {}) => {
  const { classList, style } = document.documentElement
  classList.toggle('night', theme === 'night')
  for (const [name, value] of Object.entries(variables)) style.setProperty(`--${name}`, value)
}

const hear = async ({ data }) => {
  if (data.question) return port.postMessage({ answers: data.question, result: await answer(data) })
  if (data.appearance) dress(data.appearance)
  if (data.options) config.options = data.options
  if (data.focus) shown.values().next().value?.input.focus()
  if (data.clear) {
    for (const { input } of shown.values()) input.value = ''
    changed()
  }
}

/**
 * The types to show, card before bank: those that the intent allows, or without an intent those that the page asks for.
 */
const typesWanted = async () => {
  if (config.kind === 'card') return ['card']
  if (!config.clientSecret) return config.types ?? ['card']
  const intent = await call(intentIn(config.clientSecret), 'GET', [['client_secret', config.clientSecret]])
  if (intent.error) {
    tell('loaderror', { error: intent.error })
    return []
  }
  return intent.payment_method_types
}

const ask = () => {
  const decide = (passed) => async () => {
    const values = [
      ['client_secret', config.clientSecret],
      ['passed', String(passed)],
    ]
    port.postMessage({ result: as('paymentIntent', await call(`${intentIn(config.clientSecret)}/authenticate`, 'POST', values)) })
  }
  const button = (text, passed) => {
    const node = make('button', { type: 'button', textContent: say(text) })
    node.addEventListener('click', decide(passed), { once: true })
    return node
  }
  const first = button('Complete', true)
  const dialog = make(
    'div',
    { aria: { modal: 'true', labelledby: 'title' } },
    make('p', { className: 'ribbon', textContent: say('Sandbox, no money moves') }),
    make('h1', { id: 'title', textContent: say('3D Secure authentication') }),
    make('p', { textContent: say('Here your bank would ask whether it is you who pays.') }),
    first,
    button('Fail', false),
  )
  dialog.setAttribute('role', 'dialog')
  document.body.replaceChildren(make('div', { className: 'challenge' }, dialog))
  first.focus()
}

const begin = async () => {
  if (config.locale === 'es') document.documentElement.lang = 'es'
  document.title = say(document.title)
  dress(config.appearance)
  if (config.kind === 'challenge') return ask()
  const types = (await typesWanted()).filter((one) => one in TYPES)
  if (types.length === 0) return
  type = types.includes('card') ? 'card' : types[0]
  render(types.sort((one) => (one === 'card' ? -1 : 1)))
  const measure = () => port.postMessage({ height: Math.ceil(document.body.getBoundingClientRect().height) })
  // Observers pause while the frame is off screen, but the page needs the height before it shows the frame.
  measure()
  tell('ready')
  new ResizeObserver(measure).observe(document.body)
  document.addEventListener('focusin', () => tell('focus'))
  document.addEventListener('focusout', () => tell('blur'))
  document.addEventListener('keydown', ({ key }) => key === 'Escape' && tell('escape'))
}

addEventListener(
  'message',
  ({ data, ports, source }) => {
    if (source !== parent) return
    config = data
    ;[port] = ports
    port.onmessage = hear
    void begin()
  },
  { once: true },
)
