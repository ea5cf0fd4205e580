import type { Page } from '@playwright/test'
import { codeOf } from '../testing/authenticator.ts'
import { expect } from './test.ts'

/** Enters the code mailed to an Admin before they set up the first factor that a network requires. */
export const enterMailedCode = async (page: Page, url: string, email: string): Promise<void> => {
  const dialog = page.getByRole('dialog', { name: 'Enter the Code We Mailed You' })
  await expect(dialog).toBeVisible()
  const mailed = async (): Promise<string> => {
    const response = await fetch(`${url}/api/sandbox/mail?to=${encodeURIComponent(email)}`)
    const { data } = (await response.json()) as { data: { subject: string; text: string }[] }
    return /Your code is (\S+)\./.exec(data.find(({ subject }) => subject.startsWith('Your code for a new'))?.text ?? '')?.[1] ?? ''
  }
  await expect.poll(mailed).not.toBe('')
  await dialog.getByLabel('Code').fill(await mailed())
  await dialog.getByRole('button', { name: 'Confirm' }).click()
}

export const keepCodes = (page: Page): Promise<void> => page.getByRole('button', { name: 'I Have Kept Them' }).click()

/** Confirms the open set-up dialog with a code of the authenticator app; returns the app's secret. */
export const confirmApp = async (page: Page): Promise<string> => {
  const dialog = page.getByRole('dialog', { name: 'Set Up an Authenticator App' })
  const secret = ((await dialog.getByText(/^[A-Z2-7]{4}( [A-Z2-7]{4})+$/).textContent()) ?? '').replaceAll(' ', '')
  await dialog.getByLabel(/six digits/).fill(codeOf(secret))
  await dialog.getByRole('button', { name: 'Confirm' }).click()
  await expect(page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')).toHaveCount(10)
  return secret
}
