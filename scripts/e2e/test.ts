import { randomUUID } from 'node:crypto'
import { test as base, expect, type Page } from '@playwright/test'
import { DemoClient } from '../../modules/app/demo/client.ts'
import { answersChecked } from './answers.ts'
import { type Product, type Settings, withProduct } from './product.ts'
import { translating } from './translator.ts'

export { expect } from '@playwright/test'

export const PASSWORD = 'Psalm-24-1'

export type Admin = Readonly<{ api: DemoClient; email: string; network: { id: string; name: string } }>

export const newEmail = (name: string): string => `${name}.${randomUUID().slice(0, 8)}@example.org`

/** A new Admin of a new network, created through the API. */
export const newAdmin = async (url: string, network = 'Synod of the Plains'): Promise<Admin> => {
  const api = new DemoClient(url)
  const email = newEmail('admin')
  await api.join({ email, firstName: 'Ada', lastName: 'Ferreira' }, PASSWORD)
  return { api, email, network: await api.post<Admin['network']>('/networks', { name: network }) }
}

/** Signs the browser in without the login page. */
export const signIn = async (page: Page, email: string, password = PASSWORD): Promise<void> => {
  const answer = await page.request.post('/api/auth/login', { data: { email, password } })
  if (!answer.ok()) throw new Error(`The sign-in of ${email} answered ${answer.status()}`)
}

type Fixtures = {
  admin: Admin
  /** False for tests that wait until the network is idle: live updates keep a connection open. */
  live: boolean
  /**
   * True for tests that frame a page which must not be framed: the browser reports the refusal like a violation of the
   * page's own policy.
   */
  unframed: boolean
  translated: 'no' | 'each' | 'joined'
}
type WorkerFixtures = Settings & { product: Product }

/** One product per worker; a new Admin, `admin`, is signed in to the page. */
export const test = base.extend<Fixtures, WorkerFixtures>({
  live: [true, { option: true }],
  unframed: [false, { option: true }],
  translated: ['no', { option: true }],
  context: async ({ context, live, unframed, translated, product }, use) => {
    if (translated !== 'no') await translating(context, translated)
    if (!live) await context.route('**/api/events', (route) => route.abort())
    const refused: string[] = []
    context.on('console', (message) => {
      if (/Content Security Policy/i.test(message.text()) && !(unframed && message.text().startsWith('Framing'))) refused.push(message.text())
    })
    const broken = answersChecked(context, product.url)
    await use(context)
    expect(await broken(), 'answers that break their contracts').toEqual([])
    expect(refused, 'what the pages’ own policy refused').toEqual([])
  },
  demo: [false, { option: true, scope: 'worker' }],
  eventStore: ['postgres', { option: true, scope: 'worker' }],
  operators: ['', { option: true, scope: 'worker' }],
  product: [async ({ demo, eventStore, operators }, use) => withProduct({ demo, eventStore, operators }, use), { scope: 'worker', timeout: 120_000 }],
  baseURL: async ({ product }, use) => use(product.url),
  admin: async ({ product, page }, use) => {
    const admin = await newAdmin(product.url)
    await signIn(page, admin.email)
    await use(admin)
  },
})
