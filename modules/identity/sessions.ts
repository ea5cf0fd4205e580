import Bowser from 'bowser'
import type { Request, Response } from 'express'
import type pg from 'pg'
import type { Clock } from '../kernel/dates.ts'
import { BillId, type NetworkId } from '../kernel/ids.ts'
import type { Language } from '../kernel/language.ts'
import { cookieOf } from '../platform/http/headers.ts'
import { addressOf } from '../platform/http/limits.ts'
import type { GrantedRole, Visitor } from '../platform/http/visitor.ts'
import type { SecurityLog } from '../platform/security-log.ts'
import { closeSession, openSession, type Session, type SignIn, sessionFinder } from './accounts.ts'
import type { AccountChanges } from './changes.ts'
import type { IsOperator } from './user.ts'

/** 'Chrome on Windows', from a browser's User-Agent. */
export const deviceOf = (userAgent: string | undefined): string => {
  if (!userAgent) return 'Unknown device'
  const { browser, os } = Bowser.parse(userAgent.slice(0, 500))
  const words = [browser.name, os.name].filter((word): word is string => Boolean(word))
  return words.join(' on ') || 'Unknown device'
}

export type Grant = Readonly<{ networkId: NetworkId; name: string; role: GrantedRole; secondFactor: boolean }>
export type GrantsOf = (userId: string) => Promise<readonly Grant[]>

const MAX_AGE_MS = 365 * 86_400_000

/** After a reset, Auditors need a new second factor, too, whether or not the network requires it (R7). */
const isBarred = ({ role, secondFactor }: Grant, { strong, factorsReset }: Session): boolean =>
  !strong && ((role === 'Admin' && secondFactor) || (role !== 'Member' && factorsReset))

/** The session cookie and its user. The cookie holds a secret; the database only its hash. */
export const sessions = (
  db: pg.Pool,
  accounts: Pick<AccountChanges, 'at' | 'changed'>,
  now: Clock,
  grantsOf: GrantsOf,
  addressKey: (userId: string, req: Request) => Buffer,
  { secure, security, isOperator }: Readonly<{ secure: boolean; security: SecurityLog; isOperator: IsOperator }>,
) => {
  const name = secure ? '__Host-vestry' : 'vestry'
  const cookie = { httpOnly: true, sameSite: 'lax', secure, path: '/' } as const

  const secretOf = (req: Request, cookieName = name): string | undefined => cookieOf(req, cookieName)

  const secretIn = (suffix: string) => ({
    of: (req: Request): string | null => secretOf(req, `${name}-${suffix}`) ?? null,
    set: (res: Response, secret: string, maxAge: number): void => void res.cookie(`${name}-${suffix}`, secret, { ...cookie, maxAge }),
    clear: (res: Response): void => void res.clearCookie(`${name}-${suffix}`, cookie),
  })

  const find = sessionFinder(db, accounts.at)

  const sessionOf = async (req: Request): Promise<Session | null> => {
    const secret = secretOf(req)
    return secret ? find(secret, now()) : null
  }

  return {
    sessionOf,

    visitorOf: async (req: Request): Promise<Visitor> => {
      const session = await sessionOf(req)
      const address = addressOf(req)
      if (!session) return { user: null, key: null, grants: new Map(), barred: new Set(), network: null, address, rights: [] }
      const grants = await grantsOf(session.id)
      const current = grants.find(({ networkId }) => networkId === session.networkId) ?? grants[0]
      return {
        user: {
          id: session.id,
          email: session.email,
          emailConfirmed: session.confirmed,
          isOperator: isOperator(session),
          fresh: session.fresh,
          strong: session.strong,
          factored: session.factored,
          sessionId: session.sessionId,
        },
        key: null,
        grants: new Map(grants.map(({ networkId, role }) => [networkId, role])),
        barred: new Set(grants.flatMap((grant) => (isBarred(grant, session) ? [grant.networkId] : []))),
        network: current?.networkId ?? null,
        address,
        rights: [],
      }
    },

    /**
     * Signs a user in under a new secret; the browser's earlier session ends. False, without any change, if a second
     * factor is required first, or a new password has ended this sign-in.
     */
    open: async (req: Request, res: Response, userId: string, signIn: SignIn): Promise<boolean> => {
      const opening = { ...signIn, place: addressKey(userId, req), device: deviceOf(req.get('user-agent')) }
      const secret = await openSession(db, userId, now(), opening)
      if (secret === null) return false
      const earlier = secretOf(req)
      if (earlier) {
        await closeSession(db, earlier)
        accounts.changed()
      }
      res.cookie(name, secret, { ...cookie, maxAge: MAX_AGE_MS })
      security.note('sign-in', req, { user: userId, method: signIn.strong ? 'strong' : 'plain' })
      return true
    },

    close: async (req: Request, res: Response): Promise<void> => {
      const secret = secretOf(req)
      if (secret) await closeSession(db, secret)
      res.clearCookie(name, cookie)
    },

    /** The secret of a sign-in that waits for its second step in this browser (identity/second-step.ts). */
    firstStep: secretIn('step'),
    /** The secret of a browser that asked for a mailed code (identity/mailed-code.ts). */
    mailedCode: secretIn('code'),

    /**
     * Identifies a browser that was sent to a provider, so that no other browser can complete the sign-in
     * (identity/oauth-flow.ts).
     */
    browser: {
      of: (req: Request): string | null => /^[\w-]{43}$/.exec(secretOf(req, `${name}-oauth`) ?? '')?.[0] ?? null,
      set: (res: Response, secret: string, maxAge: number): void => void res.cookie(`${name}-oauth`, secret, { ...cookie, maxAge }),
    },
  }
}
export type Sessions = ReturnType<typeof sessions>

/** The origin of a request for a mail before a sign-in: the page's language, and the bill about to be paid. */
export type SignInOrigin = Readonly<{ language?: Language; billId?: BillId }>

export const originOf = ({ language, billId }: Readonly<{ language?: Language | undefined; billId?: string | undefined }>): SignInOrigin => {
  const { data: bill } = BillId.safeParse(billId)
  return { ...(language && { language }), ...(bill && { billId: bill }) }
}

/** A bill's payor: the e-mail address, and the network by the name that payors see. */
export type PayorOf = (id: BillId) => Promise<Readonly<{ email: string | null; network: string }> | null>

/**
 * The network that a mail to this address may name. The requester chooses the bill, so the bill must be mailed to that
 * address.
 */
export const networkToName = async (payorOf: PayorOf, email: string, { billId }: SignInOrigin): Promise<string | null> => {
  const payor = billId ? await payorOf(billId) : null
  return payor?.email?.toLowerCase() === email.toLowerCase() ? payor.network : null
}

/** The query of a mailed link, so that its page speaks the same language and leads back to the bill. */
export const originQuery = ({ language = 'en', billId }: SignInOrigin): Readonly<Record<string, string>> => {
  if (billId) return { redirectTo: `/pay/${billId}?lang=${language}` }
  return language === 'en' ? {} : { lang: language }
}
