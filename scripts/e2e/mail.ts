import type { DemoClient } from '../../modules/app/demo/client.ts'
import { expect } from './test.ts'

/** The first group of a pattern in the newest mail to an address that has it; waits for that mail. */
export const mailed = async (api: DemoClient, email: string, pattern: RegExp): Promise<string> => {
  const found = async () => {
    const { data } = await api.get<{ data: { text: string }[] }>(`/sandbox/mail?to=${encodeURIComponent(email)}`)
    return data.map(({ text }) => pattern.exec(text)?.[1]).find(Boolean) ?? ''
  }
  await expect.poll(found, { message: `a mail to ${email} with ${pattern}` }).not.toBe('')
  return found()
}

/** The newest link to such a page that was mailed to an address: '/confirm-email', '/reset-password', '/accept-invitation'. */
export const mailedLink = (api: DemoClient, email: string, page: string): Promise<string> =>
  mailed(api, email, new RegExp(`(https?://\\S+${page}\\?token=[\\w.~-]+)`))
