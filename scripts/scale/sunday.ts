import { setTimeout as pause } from 'node:timers/promises'
import { memberCsv } from '../bench/people.ts'
import { signIn, type Treasurer } from '../bench/treasurer.ts'

const PATIENCE_MS = 120_000
/** Pauses between a person's actions: a Sunday keeps the processors busy without a queue. */
const PAUSES_MS = { teller: 120, look: 150, payor: 150, launch: 6_000 } as const
const LAUNCHED_ROWS = 120
const CARD = { card: '4242424242424242' }
const LOOKS = ['/dashboard/summary', '/assessment-bills?page=1', '/payments?page=1', '/find?q=lindqvist', '/reports/aging', '/claims?page=1']

export type Congregation = Readonly<{
  treasurer: Treasurer
  /** Bills for recorded payments, for claims, and for card payments. */
  bills: Readonly<{ received: readonly string[]; claimed: readonly string[]; byCard: readonly string[] }>
}>

type Sent = Readonly<{ status: number; body: unknown }>
type Request = Readonly<{ method: string; path: string; cookie?: string; json?: unknown; form?: () => FormData; key?: string }>

export type Part = { readonly looks: number[]; done: number; retried: number }
const newPart = (): Part => ({ looks: [], done: 0, retried: 0 })

/** A Sunday's traffic from treasurers and payors until stopped; unanswered requests are repeated, as people do. */
export const sunday = (base: string, congregations: readonly Congregation[]) => {
  const acknowledged: string[] = []
  const launched: string[] = []
  const wrong: string[] = []
  const begunByCard = new Set<string>()
  let part = newPart()
  let running = true

  const send = async ({ method, path, cookie, json, form, key }: Request): Promise<Sent> => {
    const body = form ? form() : json === undefined ? undefined : JSON.stringify(json)
    try {
      const answer = await fetch(`${base}/api${path}`, {
        method,
        headers: {
          ...(cookie ? { cookie } : {}),
          ...(json === undefined ? {} : { 'content-type': 'application/json' }),
          ...(key ? { 'idempotency-key': key } : {}),
        },
        ...(body === undefined ? {} : { body }),
        signal: AbortSignal.timeout(PATIENCE_MS),
      })
      const sent = { status: answer.status, body: await answer.json().catch(() => null) }
      if (sent.status === 500) wrong.push(`${method} ${path} was answered 500`)
      return sent
    } catch {
      return { status: 0, body: null }
    }
  }

  const unanswered = ({ status }: Sent): boolean => status === 0 || status === 429 || status >= 500

  /** Repeats a request until it is answered; null on timeout. */
  const insist = async (request: Request): Promise<Sent | null> => {
    for (const deadline = performance.now() + PATIENCE_MS; performance.now() < deadline; await pause(200)) {
      const sent = await send(request)
      if (!unanswered(sent)) {
        part.done += 1
        return sent
      }
      part.retried += 1
    }
    wrong.push(`${request.method} ${request.path} was not answered`)
    return null
  }

  /** Opens a separate session for a treasurer, however many tries that takes. */
  const signedIn = async (treasurer: Treasurer): Promise<string> => {
    for (;;) {
      const cookie = await signIn(base, treasurer, treasurer.networkId).catch(() => '')
      if (cookie !== '') return cookie
      await pause(200)
    }
  }

  const teller = async ({ treasurer, bills }: Congregation, name: string): Promise<void> => {
    const cookie = await signedIn(treasurer)
    for (let n = 0; running; n += 1) {
      const reference = `${name}-${n}`
      const bill = bills.received[(n * 7) % bills.received.length]
      const json = { amount: 1 + (n % 9), method: 'check', reference }
      const sent = await insist({ method: 'POST', path: `/assessment-bills/${bill}/receipts`, cookie, json, key: reference })
      if (sent?.status === 201) acknowledged.push(reference)
      else if (sent) wrong.push(`a receipt was answered ${sent.status}: ${JSON.stringify(sent.body)}`)
      await pause(PAUSES_MS.teller)
    }
  }

  const looker = async ({ treasurer }: Congregation): Promise<void> => {
    const cookie = await signedIn(treasurer)
    for (let n = 0; running; n += 1) {
      const began = performance.now()
      const { status } = await send({ method: 'GET', path: LOOKS[n % LOOKS.length] as string, cookie })
      part.looks.push(performance.now() - began)
      if (status !== 200) part.retried += 1
      await pause(PAUSES_MS.look)
    }
  }

  const claimant = async ({ bills }: Congregation): Promise<void> => {
    for (const bill of bills.claimed) {
      if (!running) return
      await insist({ method: 'GET', path: `/assessment-bills/${bill}` })
      const sent = await insist({ method: 'POST', path: `/assessments/${bill}/mark-as-paid`, json: { paymentMethod: 'zelle' } })
      // After a lost answer the claim is repeated and refused (409), since the first one was recorded.
      if (sent && sent.status !== 200 && sent.status !== 409) wrong.push(`a claim was answered ${sent.status}`)
      await pause(PAUSES_MS.payor)
    }
  }

  const payByCard = async (assessmentId: string, patience: () => boolean): Promise<void> => {
    while (patience()) {
      const { status, body } = await send({ method: 'POST', path: '/payments/create-intent', json: { assessmentId } })
      if (status === 409) return
      const paymentIntentId = (body as { paymentIntentId?: string } | null)?.paymentIntentId
      if (status === 200 && paymentIntentId !== undefined) {
        await send({ method: 'POST', path: `/sandbox/stripe/intents/${paymentIntentId}/pay`, json: CARD })
        if ((await send({ method: 'POST', path: '/payments/confirm', json: { assessmentId, paymentIntentId } })).status === 200) return
      }
      await pause(200)
    }
  }
  const cardholder = async ({ bills }: Congregation): Promise<void> => {
    for (const bill of bills.byCard) {
      if (!running) return
      begunByCard.add(bill)
      await payByCard(bill, () => running)
      part.done += 1
      await pause(PAUSES_MS.payor)
    }
  }

  const launcher = async ({ treasurer }: Congregation, first: number): Promise<void> => {
    for (let n = first; running; n += 1) {
      const cookie = await signedIn(treasurer)
      const name = `Sunday-${n}`
      const terms = { name, description: null, frequency: 'OneTime', type: 'Uniform', amount: 40, dueDate: '2099-12-31' }
      const made = await insist({ method: 'POST', path: `/networks/${treasurer.networkId}/assessments`, cookie, json: terms, key: `${name}-made` })
      const id = (made?.body as { id?: string } | null)?.id
      if (id === undefined) {
        wrong.push(`a program was answered ${made?.status}: ${JSON.stringify(made?.body)}`)
        return
      }
      const form = () => {
        const filled = new FormData()
        filled.set('assessmentProgramId', id)
        filled.set('uploadType', 'individualMembers')
        filled.set('file', new Blob([memberCsv(LAUNCHED_ROWS, n)], { type: 'text/csv' }), 'members.csv')
        return filled
      }
      const json = { paymentProfileId: treasurer.profileId }
      await insist({ method: 'PUT', path: `/assessment-programs/${id}/payment-profile`, cookie, json })
      const uploaded = await insist({ method: 'POST', path: '/uploads', cookie, form, key: `${name}-uploaded` })
      if (uploaded && uploaded.status !== 201 && uploaded.status !== 200) wrong.push(`an upload was answered ${uploaded.status}`)
      const started = await insist({ method: 'PUT', path: `/assessment-programs/${id}/campaign/status`, cookie, json: { status: 'Active' } })
      if (started?.status === 200) launched.push(id)
      else if (started) wrong.push(`a launch was answered ${started.status}: ${JSON.stringify(started.body)}`)
      await pause(PAUSES_MS.launch)
    }
  }

  const everybody = Promise.all(
    congregations.flatMap((congregation, c) => [
      ...[0, 1, 2].map((t) => teller(congregation, `teller-${c}-${t}`)),
      looker(congregation),
      looker(congregation),
      claimant(congregation),
      cardholder(congregation),
      launcher(congregation, 1_000 * (c + 1)),
    ]),
  )

  return {
    acknowledged,
    launched,
    wrong,
    rowsOfLaunch: LAUNCHED_ROWS,
    /** Ends a part of the run and begins another; returns its figures. */
    part: (): Part => {
      const ended = part
      part = newPart()
      return ended
    },
    /** Payors who were interrupted at the card form finish paying. */
    stop: async (): Promise<void> => {
      running = false
      await everybody
      const deadline = performance.now() + PATIENCE_MS
      for (const bill of begunByCard) await payByCard(bill, () => performance.now() < deadline)
    },
    begunByCard: (): readonly string[] => [...begunByCard],
  }
}
export type Sunday = ReturnType<typeof sunday>
