import type { Page } from '@playwright/test'
import type { Bill } from '../../modules/bills/contract.ts'
import { connect } from './card-form.ts'
import { tagOf } from './church-site.ts'
import { attach, billsOf, newProgram, people } from './network.ts'
import { type Admin, newAdmin } from './test.ts'

/** Makes bills that can be paid by card and by hand, in a network that allows these sites. */
export const billsFor = async (url: string, count: number, sites: readonly string[]): Promise<{ admin: Admin; bills: Bill[] }> => {
  const admin = await newAdmin(url)
  await admin.api.put(`/networks/${admin.network.id}`, { embedOrigins: sites })
  const profile = await connect(admin)
  const program = await newProgram(admin)
  await attach(admin, program, profile)
  await admin.api.upload(program.id, people(count))
  return { admin, bills: await billsOf(admin.api, program) }
}

export const tagFor = (url: string, bill: Bill | undefined, more = ''): string => tagOf(url, String(bill?.id), more)

/** Records the tag's events on its page in order, with names and details but without heights. */
export const listen = async (page: Page): Promise<void> => {
  await page.addInitScript(() => {
    const received: unknown[] = []
    Object.assign(window, { received })
    for (const name of ['ready', 'pending', 'paid', 'error', 'expand'])
      addEventListener(`vestry-pay:${name}`, (event) => received.push([name, (event as CustomEvent).detail]))
  })
}
export const received = (page: Page) => page.evaluate(() => (window as unknown as { received: unknown[] }).received)
export const payorOf = (bill: Bill | undefined): string => `${bill?.individualMember?.firstName} ${bill?.individualMember?.lastName}`
export const frameOf = (page: Page) => page.frameLocator('vestry-pay iframe')
