import { useEffect, useRef, useState } from 'react'
import type { ManualMethod } from '../../../modules/kernel/payment-methods.ts'
import { ApiError, attemptKey, type Bills, claim, refusalIn, sentenceOf, withdraw } from '../api.ts'
import { type Attempt, keepAttempt, keepToken, keptAttempt, keptToken } from '../memory.ts'
import { LONGEST_PAUSE_MS, pause } from '../pause.ts'
import { isPublic, type PayState } from '../view.ts'
import { type Said, useWords } from '../words/words.ts'
import { dueOf, statusMessage } from './bill-state.ts'
import type { BillOnPage } from './use-bill.ts'
import { useOnce } from './use-once.ts'

export type Claim = {
  justSent: boolean
  byScript: boolean
  token: string | null
  busy: boolean
  problem: string | null
  said: string
  send: (method: ManualMethod) => void
  takeBack: () => void
}

type Shown = Pick<Claim, 'justSent' | 'byScript'> & { problem: Said | null; said: Said | null }

/** Today by the payor's clock, until the bill is read again with the day in the network's time zone. */
const today = (): string => new Date().toLocaleDateString('en-CA')

/** Marks a payment as sent, and withdraws that claim. */
export const useClaim = (state: PayState, { bill, read, note }: BillOnPage, bills: Bills, whole: boolean, renew: () => Promise<unknown>): Claim => {
  const { t, lang } = useWords()
  const { id, withdrawToken, problem: refused } = state
  const [now, setNow] = useState<Shown>({
    justSent: Boolean(withdrawToken),
    byScript: false,
    problem: refused && ((t) => refusalIn(t, refused, t.failedToMark)),
    said: null,
  })
  const [token, setToken] = useState<string | null>(null)
  const report = (more: Partial<Shown>) => setNow((old) => ({ ...old, ...more }))
  const [busy, once] = useOnce()
  const attempt = useRef<Attempt | null>(null)

  const hold = (value: string | null): void => {
    keepToken(id, value)
    setToken(value)
  }

  const trying = (next: Attempt | null): void => {
    attempt.current = next
    keepAttempt(id, next)
  }

  const ask = async (next: Attempt) => {
    trying(next)
    try {
      const { data } = await claim(next.bills, next.method, next.whole, next.key, lang)
      trying(null)
      hold(data.withdrawToken)
      return data
    } catch (error) {
      if (error instanceof ApiError && error.status < 500) trying(null)
      throw error
    }
  }

  const send = (method: ManualMethod) =>
    once(async () => {
      report({ problem: null, said: null })
      try {
        // The key stays the same until the server has answered, so that a retry makes no second claim.
        const wanted = { method, whole, bills }
        const same = JSON.stringify({ ...attempt.current, key: '' }) === JSON.stringify({ ...wanted, key: '' })
        const { status } = await ask(attempt.current && same ? attempt.current : { ...wanted, key: attemptKey() })
        const part = bill && isPublic(bill) && bill.nextDue ? { amount: dueOf(bill, whole) } : {}
        note({ status, isClaimed: true, claimed: { method, on: today(), ...part } })
        report({ justSent: true, byScript: true })
      } catch (error) {
        report({ problem: (t) => sentenceOf(error, t, t.failedToMark) })
        if (error instanceof ApiError && error.status === 409) await Promise.all([read(), renew().catch(() => {})])
      }
    })

  const takeBack = () =>
    once(async () => {
      report({ problem: null, said: null })
      try {
        const { isBehind } = await withdraw(id, token)
        // The bill is read again, since its account numbers were masked while the claim waited, and since the claim may
        // have been confirmed meanwhile.
        let fresh = await read()
        for (let wait = 1_000; isBehind && fresh && statusMessage(fresh) === 'pending' && wait < LONGEST_PAUSE_MS; wait *= 2) {
          await pause(wait)
          fresh = await read(true)
        }
        report({ justSent: false, said: fresh && !statusMessage(fresh) ? (t) => t.withdrawn : null })
      } catch (error) {
        report({ problem: (t) => sentenceOf(error, t, t.failedToWithdraw) })
        // The token's claim has been decided, and the token cannot withdraw a later claim.
        if (error instanceof ApiError && error.status === 404) hold(null)
        if (error instanceof ApiError && error.status === 409) await read()
      }
    })

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, for a form that was posted before the script ran
  useEffect(() => {
    if (withdrawToken) hold(withdrawToken)
    // Replaces the form's post in the history, so that a reload does not send it again.
    if (withdrawToken || refused) history.replaceState(null, '', location.href)
  }, [])

  /** Null if the bill could not be read. */
  const isWaiting = bill && isPublic(bill) && bill.status === 'PendingConfirmation' && bill.isClaimed
  // biome-ignore lint/correctness/useExhaustiveDependencies: follows the bill's status only
  useEffect(() => {
    if (isWaiting === false) hold(null)
    // Without storage, the token is only in the page's own state.
    else setToken((old) => keptToken(id) ?? old)
    // The page was reloaded before a claim's answer came. Sent again with the same key, the claim returns its token.
    const unanswered = isWaiting && !keptToken(id) && keptAttempt(id)
    if (unanswered) void ask(unanswered).catch(() => {})
  }, [id, isWaiting])

  return { token, busy, ...now, problem: now.problem?.(t) ?? null, said: now.said?.(t) ?? '', send, takeBack }
}
