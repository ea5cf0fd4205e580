import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

const CARD = { card: '4242424242424242' }

/** A call to the stand-in: its Idempotency-Key or path, its start (since 1970) and its duration, in milliseconds. */
export type Answered = Readonly<{ call: string; began: number; ms: number }>
/** A command to the stand-in: a call of its control, or (without a path) a request for its answered calls. */
export type Question = Readonly<{ n: number; path: string | null; params?: object; body?: object }>
export type Answer = Readonly<{
  n: number
  calls?: readonly Answered[]
  started?: Readonly<Record<'databaseUrl' | 'apiUrl' | 'secretKey' | 'publishableKey' | 'webhookSecret' | 'accountsWebhookSecret', string>>
}>

/** Stripe's stand-in outside the product: a separate process with its own database in a folder. */
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
    pay: (intent: string) => ask({ path: '/intents/:id/pay', params: { id: intent }, body: CARD }),
    chaos: (dial: Readonly<Record<string, number>>) => ask({ path: '/chaos', params: {}, body: dial }),
    answered: async () => (await ask({ path: null })).calls ?? [],
    stop: async () => {
      const gone = once(child, 'exit')
      child.disconnect()
      await gone
    },
  }
}
