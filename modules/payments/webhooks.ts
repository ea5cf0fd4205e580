import type { Request } from 'express'
import type { Stripe } from 'stripe'
import { z } from 'zod'
import { DomainError } from '../kernel/errors.ts'
import { everyone, type Route, route } from '../platform/http/route.ts'
import { bytesOf } from '../platform/http/signed-body.ts'
import type { Costly } from '../platform/http/turns.ts'
import type { StripeSettings } from './stripe/connection.ts'
import type { WebhookInbox } from './webhook-inbox.ts'

const Named = z.union([z.string(), z.object({ id: z.string() }).transform(({ id }) => id)])
const Subject = z.object({ id: z.string(), object: z.string(), payment_intent: Named.nullish() })

const RelatedAccount = z.object({ related_object: z.object({ id: z.string().startsWith('acct_') }) })

/**
 * The subject of an event: a payment's intent, or the changed object itself; null if the product does not use such
 * objects.
 */
const subjectOf = (object: unknown): string | null => {
  const { data } = Subject.safeParse(object)
  if (!data) return null
  return data.object === 'payment_intent' || data.object === 'payout' || data.object === 'account' ? data.id : (data.payment_intent ?? null)
}

/** The church has revoked our access. The event's object is our own application (docs.stripe.com/connect/webhooks). */
const ACCESS_ENDED = 'account.application.deauthorized'

type Dependencies = Readonly<{
  keep: WebhookInbox['keep']
  stripe: Stripe | null
  settings: StripeSettings | null
  costly: Pick<Costly, 'signedBodies'>
}>

const received = z.object({ received: z.literal(true) })
const refusedSignature = () => new DomainError('invalid', 'signature-invalid', 'The signature is missing, wrong or too old.')

/**
 * The routes of Stripe's webhooks. Events may come late, twice and in any order (docs.stripe.com/webhooks), so they
 * decide nothing: each is stored and answered at once.
 */
export const webhookRoutes = ({ keep, stripe, settings, costly }: Dependencies): Route[] => {
  const verified = <Event>(secret: string | undefined, open: (stripe: Stripe, secret: string) => Event): Event => {
    if (!stripe || !secret) throw refusedSignature()
    try {
      return open(stripe, secret)
    } catch {
      throw refusedSignature()
    }
  }
  /** Reads the body only if the request has a signature and there is a secret to verify it. */
  const signedBytes = async (req: Request, secret: string | undefined) => {
    const signature = req.get('stripe-signature')
    if (!stripe || !secret || !signature) throw refusedSignature()
    return { signature, body: await bytesOf(req) }
  }
  return [
    route({
      method: 'post',
      path: '/api/stripe/webhook',
      summary: "Stripe's signed events of payments on connected accounts",
      access: everyone,
      rawBody: true,
      limits: [costly.signedBodies],
      answer: received,
      refusals: ['too-large', 'signature-invalid'],
      handle: async ({ req }) => {
        const { signature, body } = await signedBytes(req, settings?.webhookSecret)
        const { id, type, account, data } = verified(settings?.webhookSecret, (one, secret) => one.webhooks.constructEvent(body, signature, secret))
        const subject = type === ACCESS_ENDED ? account : subjectOf(data.object)
        if (account && subject) await keep({ id, type, accountId: account, subject })
        return { received: true as const }
      },
    }),
    route({
      method: 'post',
      path: '/api/stripe/webhook/accounts',
      summary: "Stripe's signed, thin events of connected accounts",
      access: everyone,
      rawBody: true,
      limits: [costly.signedBodies],
      answer: received,
      refusals: ['too-large', 'signature-invalid'],
      handle: async ({ req }) => {
        const { signature, body } = await signedBytes(req, settings?.accountsWebhookSecret)
        const event = verified(settings?.accountsWebhookSecret, (one, secret) => one.parseEventNotification(body.toString('utf8'), signature, secret))
        const accountId = RelatedAccount.safeParse(event).data?.related_object.id
        if (accountId) await keep({ id: event.id, type: event.type, accountId, subject: accountId })
        return { received: true as const }
      },
    }),
  ]
}

/** The type of an event that reports a bank debit in progress. */
export const DEBIT_UNDER_WAY = 'payment_intent.processing'
