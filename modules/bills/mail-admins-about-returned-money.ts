import type { BillId, NetworkId, UserId } from '../kernel/ids.ts'
import { type Cents, formatMoney, toDollars } from '../kernel/money.ts'
import type { Job, Tasks } from '../platform/jobs.ts'
import { renderLetter } from '../platform/mail/letter.ts'
import type { SendMail } from '../platform/mail/mail.ts'
import { reaction } from '../platform/process.ts'
import { uuidV5 } from '../platform/uuid-v5.ts'
import type { Bill } from './contract.ts'
import { type BillEvent, billEvents } from './events.ts'
import { type ReturnedMoney, returnedMoneyLetter } from './letters.ts'

type About = Readonly<{ billId: BillId; what: ReturnedMoney; amount: Cents | null }>

declare module '../platform/jobs.ts' {
  interface TaskPayloads {
    'tell-admins-about-returned-money': About & Readonly<{ cause: string }>
    'mail-returned-money': About & Readonly<{ userId: UserId; messageId: string }>
  }
}

const amountOf = ({ type, data }: BillEvent): Cents | null => {
  if (type === 'PaymentDisputed') return data.amount
  return type === 'DisputeWon' ? data.applied + data.unapplied : null
}

/** Mails every Admin when a bank withdraws or returns money, since nobody watches bills that are Paid. */
export const mailAdminsAboutReturnedMoney = reaction(billEvents, {
  name: 'tell-admins-about-returned-money',
  categories: ['bill'],
  reactsTo: ['PaymentDisputed', 'DisputeWon', 'DisputeLost', 'DebitFailed', 'RefundFailed'],
  jobsFor: (events) =>
    events.map((event): Job => {
      const about = { billId: event.data.billId, what: event.type, amount: amountOf(event) }
      return { task: 'tell-admins-about-returned-money', payload: { ...about, cause: event.id }, key: `returned money/${event.id}` }
    }),
})

export type ReturnedMoneyDependencies = Readonly<{
  send: SendMail
  baseUrl: () => string
  addJob: (job: Job) => Promise<void>
  accountsOfAdmins: (networkId: NetworkId) => Promise<readonly Readonly<{ id: UserId; email: string; firstName: string }>[]>
  billById: (id: BillId) => Promise<Readonly<{ networkId: NetworkId; shown: Bill }> | null>
}>

const nameOf = ({ individualMember: person, congregation, program }: Bill): string => {
  const payor = person ? `${person.firstName} ${person.lastName}`.trim() : congregation?.name
  return payor ? `${program.name} of ${payor}` : program.name
}

export const returnedMoneyTasks = ({
  send,
  baseUrl,
  addJob,
  accountsOfAdmins,
  billById,
}: ReturnedMoneyDependencies): Pick<Tasks, 'tell-admins-about-returned-money' | 'mail-returned-money'> => ({
  'tell-admins-about-returned-money': async ({ cause, ...about }) => {
    const bill = await billById(about.billId)
    if (!bill) return
    for (const { id } of await accountsOfAdmins(bill.networkId)) {
      const messageId = uuidV5(`returned money/${cause}/${id}`)
      await addJob({ task: 'mail-returned-money', payload: { ...about, userId: id, messageId }, key: `mail/${messageId}` })
    }
  },
  'mail-returned-money': async ({ billId, what, amount, userId, messageId }) => {
    const bill = await billById(billId)
    const admin = bill && (await accountsOfAdmins(bill.networkId)).find(({ id }) => id === userId)
    if (!admin) return
    const url = `${baseUrl()}/payors/bills/${billId}`
    const letter = returnedMoneyLetter(admin.firstName, what, amount ? formatMoney(toDollars(amount)) : null, nameOf(bill.shown), url)
    await send({ to: admin.email, messageId, ...renderLetter(letter) })
  },
})
