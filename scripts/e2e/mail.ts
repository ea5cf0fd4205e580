import type { DemoClient } from '../../modules/app/demo/client.ts'
import { expect } from './test.ts'

/** The newest link to such a page that was mailed to an address: '/confirm-email', '/reset-password', '/accept-invitation'. */
export const mailedLink = async (api: DemoClient, email: string, page: string): Promise<string> => {
  const link = async () => {
    const { data } = await api.get<{ data: { text: string }[] }>(`/sandbox/mail?to=${encodeURIComponent(email)}`)
    return data.map(({ text }) => new RegExp(`https?://\\S+${page}\\?token=[\\w.~-]+`).exec(text)?.[0]).find(Boolean) ?? ''
  }
  await expect.poll(link, { message: `a link to ${page} for ${email}` }).not.toBe('')
  return link()
}
