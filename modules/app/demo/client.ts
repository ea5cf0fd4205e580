import type { ListOf } from '../../shared/api.ts'

type Person = Readonly<{ email: string; firstName: string; lastName: string }>

const LAG_MS = 2_000

/** A person at the API: keeps the session's cookie and throws on errors. */
export class DemoClient {
  readonly #base: string
  #cookie = ''

  constructor(base: string) {
    this.#base = base
  }

  async #send<Answer>(method: string, path: string, body?: unknown, more: Readonly<Record<string, string>> = {}): Promise<Answer> {
    const form = body instanceof FormData
    const response = await fetch(`${this.#base}/api${path}`, {
      method,
      headers: {
        ...(this.#cookie ? { cookie: this.#cookie } : {}),
        ...(body === undefined || form ? {} : { 'content-type': 'application/json' }),
        ...more,
      },
      ...(body === undefined ? {} : { body: form ? body : JSON.stringify(body) }),
    })
    const [cookie] = response.headers.getSetCookie()
    if (cookie) this.#cookie = cookie.split(';')[0] ?? ''
    // The lists do not show the write yet, so a read right now would miss it.
    if (response.headers.has('vestry-lag')) await new Promise((resolve) => setTimeout(resolve, LAG_MS))
    if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${await response.text()}`)
    return (response.status === 204 ? null : await response.json()) as Answer
  }

  delete = (path: string) => this.#send('DELETE', path)
  get = <Answer>(path: string) => this.#send<Answer>('GET', path)
  post = <Answer = unknown>(path: string, body: unknown, headers: Readonly<Record<string, string>> = {}) =>
    this.#send<Answer>('POST', path, body, headers)
  put = <Answer = unknown>(path: string, body: unknown) => this.#send<Answer>('PUT', path, body)

  /** Registers, confirms by the mailed link, and signs in. */
  async join({ email, firstName, lastName }: Person, password: string): Promise<void> {
    await this.post('/auth/register', { email, firstName, lastName, password })
    const token = await this.mailedToken(email, 'confirm-email')
    await this.get(`/auth/confirm-email?token=${token}`)
    await this.signIn(email, password)
  }

  signIn = (email: string, password: string) => this.post('/auth/login', { email, password })

  /** Returns the token of a mailed link. */
  async mailedToken(email: string, page: 'confirm-email' | 'accept-invitation'): Promise<string> {
    for (let tries = 0; tries < 200; tries += 1) {
      const { data } = await this.get<{ data: { text: string }[] }>(`/sandbox/mail?to=${encodeURIComponent(email)}`)
      const token = data.map(({ text }) => new RegExp(`${page}\\?token=([\\w.-]+)`).exec(text)?.[1]).find(Boolean)
      if (token) return token
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
    throw new Error(`no link to ${page} reached ${email}`)
  }

  async upload(assessmentProgramId: string, csv: string, uploadType = 'individualMembers'): Promise<void> {
    const form = new FormData()
    form.set('assessmentProgramId', assessmentProgramId)
    form.set('uploadType', uploadType)
    form.set('file', new Blob([csv], { type: 'text/csv' }), 'members.csv')
    const { errors } = await this.#send<{ errors: unknown[] }>('POST', '/uploads', form)
    if (errors.length > 0) throw new Error(`${errors.length} rows of the upload were rejected`)
  }

  async all<Row>(path: string): Promise<Row[]> {
    const rows: Row[] = []
    for (let page = 1; ; page += 1) {
      const { data, pagination } = await this.get<ListOf<Row>>(`${path}&page=${page}&pageSize=100`)
      rows.push(...data)
      if (page >= pagination.totalPages) return rows
    }
  }
}
