import type { DemoClient } from '../../modules/app/demo/client.ts'
import { expect } from './test.ts'

/**
 * The text that a pattern's first group matches in the newest matching mail to an address. Waits for such a mail: on a
 * busy machine, mails wait for the read models, and are tried again seconds later.
 */
export const mailed = async (api: DemoClient, email: string, pattern: RegExp): Promise<string> => {
  const found = async () => {
    const { data } = await api.get<{ data: { text: string }[] }>(`/sandbox/mail?to=${encodeURIComponent(email)}`)
    return data.map(({ text }) => pattern.exec(text)?.[1]).find(Boolean) ?? ''
  }
  await expect.poll(found, { message: `a mail to ${email} with ${pattern}`, timeout: 45_000 }).not.toBe('')
  return found()
}

/** The newest mailed link to a page such as '/confirm-email', '/reset-password' or '/accept-invitation'. */
export const mailedLink = (api: DemoClient, email: string, page: string): Promise<string> =>
  mailed(api, email, new RegExp(`(https?://\\S+${page}\\?token=[\\w.~-]+)`))
