import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

const CARD = { card: '4242424242424242' }

/** A call that the stand-in answered: its Idempotency-Key, or else its path; when it began (since 1970) and how long it took, in milliseconds. */
export type Answered = Readonly<{ call: string; began: number; ms: number }>
/** What the stand-in is asked to do: a call of its control, or (without a path) to tell which calls it has answered. */
export type Question = Readonly<{ n: number; path: string | null; params?: object; body?: object }>
export type Answer = Readonly<{
  n: number
  calls?: readonly Answered[]
  started?: Readonly<Record<'databaseUrl' | 'apiUrl' | 'secretKey' | 'publishableKey' | 'webhookSecret' | 'accountsWebhookSecret', string>>
}>

/** Stripe's stand-in, away from the product as Stripe is: a process with a database of its own in a folder. */
export const stripeElsewhere = async (dir: string, product: string) => {
  const child = fork(join(import.meta.dirname, 'stripe-stand-in.ts'), [join(dir, 'stripe/postgres'), product], {
    execArgv: ['--import', 'tsx'],
    detached: true,
  })
  const [{ started }] = (await once(child, 'message')) as [Answer]
  if (!started) throw new Error('the stand-in did not start')
  const waiting = new Map<number, (answer: Answer) => void>()
  child.on('message', (answer: Answer) => {
    waiting.get(answer.n)?.(answer)
    waiting.delete(answer.n)
  })
  let asked = 0
  const ask = (question: Omit<Question, 'n'>): Promise<Answer> =>
    new Promise((resolve) => {
      asked += 1
      waiting.set(asked, resolve)
      child.send({ n: asked, ...question })
    })
  return {
    databaseUrl: started.databaseUrl,
    settings: {
      STRIPE_API_URL: started.apiUrl,
      STRIPE_SECRET_KEY: started.secretKey,
      STRIPE_PUBLISHABLE_KEY: started.publishableKey,
      STRIPE_WEBHOOK_SECRET: started.webhookSecret,
      STRIPE_ACCOUNTS_WEBHOOK_SECRET: started.accountsWebhookSecret,
    },
    enableAccount: (id: string) => ask({ path: '/accounts/:id', params: { id }, body: { chargesEnabled: true, achEnabled: true } }),
    /** What a payor does in the browser. */
    pay: (intent: string) => ask({ path: '/intents/:id/pay', params: { id: intent }, body: CARD }),
    dropWebhooks: () => ask({ path: '/chaos', params: {}, body: { drop: 1 } }),
    answered: async () => (await ask({ path: null })).calls ?? [],
    stop: async () => {
      const gone = once(child, 'exit')
      child.disconnect()
      await gone
    },
  }
}
