import { BillId } from '../kernel/ids.ts'
import type { Language } from '../kernel/language.ts'

/** The origin of a request for a mail before a sign-in: the page's language, and the bill about to be paid. */
export type SignInOrigin = Readonly<{ language?: Language; billId?: BillId }>

export const originOf = ({ language, billId }: Readonly<{ language?: Language | undefined; billId?: string | undefined }>): SignInOrigin => {
  const { data: bill } = BillId.safeParse(billId)
  return { ...(language && { language }), ...(bill && { billId: bill }) }
}

/** A bill's payor: the e-mail address, and the network by the name that payors see. */
export type PayorOf = (id: BillId) => Promise<Readonly<{ email: string | null; network: string }> | null>

/** The network that a mail to this address may name. The requester chooses the bill, so the bill must be mailed to that address. */
export const networkToName = async (payorOf: PayorOf, email: string, { billId }: SignInOrigin): Promise<string | null> => {
  const payor = billId ? await payorOf(billId) : null
  return payor?.email?.toLowerCase() === email.toLowerCase() ? payor.network : null
}

/** The query of a mailed link, so that its page speaks the same language and leads back to the bill. */
export const originQuery = ({ language = 'en', billId }: SignInOrigin): Readonly<Record<string, string>> => {
  if (billId) return { redirectTo: `/pay/${billId}?lang=${language}` }
  return language === 'en' ? {} : { lang: language }
}
