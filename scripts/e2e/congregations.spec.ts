import type { Page } from '@playwright/test'
import { DemoClient } from '../../modules/app/demo/client.ts'
import { expectAccessible } from './axe.ts'
import { connect, form, PAID, pay, payButton, typeCard } from './card-form.ts'
import { inFull } from './figures.ts'
import { expectFits } from './fits.ts'
import { attach, billsOf, newProgram } from './network.ts'
import { expect, newAdmin, newEmail, PASSWORD, signIn, test } from './test.ts'

test.use({ live: false, viewport: { width: 375, height: 667 } })

const look = async (page: Page, what: string): Promise<void> => {
  await expectFits(page, 375, what)
  await expectAccessible(page, what)
}
const ONE = 123.45

/** A congregation with a bill and an account, and two members with a bill each. */
const newChurch = async (url: string) => {
  const [host, church, ruth] = [await newAdmin(url), newEmail('grace-chapel'), newEmail('ruth')]
  const program = await newProgram(host, { name: 'Dues' })
  await attach(host, program, await connect(host))
  await host.api.upload(program.id, `name,email\nGrace Chapel,${church}`, 'congregations')
  await host.api.upload(program.id, `firstName,lastName,email,congregation\nRuth,Bell,${ruth},Grace Chapel\nOle,Dahl,,Grace Chapel`)
  for (const email of [church, ruth]) await new DemoClient(url).join({ email, firstName: 'Grace', lastName: 'Hall' }, PASSWORD)
  const bills = await billsOf(host.api, program)
  const idOf = (firstName: string) => bills.find(({ individualMember }) => individualMember?.firstName === firstName)?.id ?? ''
  return { host, church, ruth, idOf }
}

test('an Admin lets a congregation pay for its members, and a member sees who paid', async ({ page, product }) => {
  const { host, church, ruth, idOf } = await newChurch(product.url)
  const list = () => page.getByRole('main').getByRole('listitem')
  await signIn(page, church)
  await page.goto('/my-assessments')
  await expect(list(), 'before it is allowed').toHaveCount(1)

  await signIn(page, host.email)
  await page.goto('/settings/network')
  await page.getByLabel('Let congregations pay for their members').check()
  await look(page, 'the setting')
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.getByText('The network is saved')).toBeVisible()
  await page.reload()
  await expect(page.getByLabel('Let congregations pay for their members')).toBeChecked()

  await signIn(page, church)
  await page.goto('/my-assessments')
  await expect(list()).toHaveCount(3)
  await expect(list().filter({ hasText: 'Ruth Bell' })).toContainText(inFull(ONE))
  await look(page, "the bills of a congregation's members next to its own")
  await page.goto(`/pay/${idOf('Ruth')}`)
  const panel = page.getByRole('region', { name: '2 more open bills that you can pay' })
  await panel.getByRole('checkbox', { name: 'Ole Dahl' }).check()
  await expect(payButton(page)).toHaveText(`Pay ${inFull(2 * ONE)}`)
  await look(page, 'bills of two members')
  await form(page).getByLabel('Card number').waitFor()
  await typeCard(page, '4242424242424242')
  await page.getByLabel('Save this card for next time').check()
  await pay(page)
  await expect(page.getByText(PAID)).toBeFocused()
  await expect(page.getByText('Paid by Grace Chapel')).toBeVisible()
  await expect(page.getByText('Pay automatically from now on'), 'autopay is not for bills of members').toHaveCount(0)
  await look(page, 'bills of two members, paid')

  await signIn(page, ruth)
  await page.goto(`/pay/${idOf('Ruth')}?lang=es`)
  await expect(page.getByText('Pagado por Grace Chapel')).toBeVisible()
  await page.goto(`/pay/${idOf('Ruth')}`)
  await page
    .getByRole('link', { name: /^Receipt / })
    .first()
    .click()
  await expect(page.getByRole('region', { name: /^Receipt / })).toContainText('Received from')
  await expect(page.getByText('Paid by Grace Chapel')).toBeVisible()
  await look(page, 'the receipt of a member whose bill the congregation paid')
})

test('a congregation cannot take back the claim of a member', async ({ page, product }) => {
  const { host, church, idOf } = await newChurch(product.url)
  await host.api.put(`/networks/${host.network.id}`, { congregationsPayForMembers: true })
  await new DemoClient(product.url).post(`/assessments/${idOf('Ruth')}/mark-as-paid`, { paymentMethod: 'zelle' })
  await signIn(page, church)
  await page.goto(`/pay/${idOf('Ruth')}`)
  await expect(page.getByText('Payment has been submitted and is pending confirmation.')).toBeVisible()
  await expect(page.getByRole('tab', { name: 'My Paid Assessments' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'I made a mistake' })).toHaveCount(0)
})
