import type { FrameLocator, Page } from '@playwright/test'
import type { Bill } from '../../modules/bills/contract.ts'
import type { PaymentProfile } from '../../modules/payment-profiles/contract.ts'
import { manual } from './network.ts'
import { type Admin, expect } from './test.ts'

export const PAID = 'Payment Successful! Your payment has been processed successfully.'

/** A profile whose account takes cards and bank debits, and Zelle by hand. */
export const connect = async ({ api }: Admin): Promise<PaymentProfile> => {
  const methods = { Credit: { isEnabled: true }, Zelle: { isEnabled: true, ...manual.Zelle } }
  const profile = await api.post<PaymentProfile>('/payment-profiles', { name: 'Cards', methods })
  await api.post('/stripe/onboard-admin', { paymentProfileId: profile.id })
  const { stripeAccountId: account } = await api.get<PaymentProfile>(`/payment-profiles/${profile.id}`)
  await api.post(`/sandbox/stripe/accounts/${account}`, { chargesEnabled: true, achEnabled: true })
  await expect.poll(async () => (await api.get<PaymentProfile>(`/payment-profiles/${profile.id}`)).chargesEnabled).toBe(true)
  return profile
}

type Place = Page | FrameLocator

export const form = (page: Place) => page.frameLocator('iframe[title="Secure payment input frame"]')
/** Opens the card form of a bill as a guest. */
export const openCard = async (page: Page, bill: Bill | undefined) => {
  await page.goto(`/pay/${bill?.id}?as=guest`)
  await expect(page.getByRole('tab', { name: 'Credit Card' })).toHaveAttribute('aria-selected', 'true')
  await form(page).getByLabel('Card number').waitFor()
}
export const payButton = (page: Place) => page.getByRole('button', { name: /^Pay \$/ })
/** By keyboard: on a busy machine the frame grows or scrolls under the mouse. */
export const pay = (page: Place) => payButton(page).press('Enter')

export const typeCard = async (page: Place, number: string) => {
  await form(page).getByLabel('Card number').fill(number)
  await form(page).getByLabel('Expiration date').fill('12 / 40')
  await form(page).getByLabel('Security code').fill('123')
  await form(page).getByLabel('ZIP code').fill('12345')
}
export const challenge = (page: Place) => page.frameLocator('iframe[title="3D Secure authentication"]')
export const authenticate = async (page: Place, button: 'Complete' | 'Fail') => {
  const pressed = challenge(page).getByRole('button', { name: button })
  await pressed.focus()
  // Pressed on the page, not in the frame: the press closes the dialog, so the key's release would find no frame.
  await pressed.page().keyboard.press('Enter')
}
export const paid = async (page: Page) => {
  await expect(page.getByText(PAID)).toBeFocused()
  await expect(page.getByText('This assessment has been paid in full.')).toBeVisible()
  await expect(page.getByRole('tab', { name: 'Credit Card' })).toHaveCount(0)
}
