import { useEffect, useRef, useState } from 'react'
import type { ManualMethod } from '../../../modules/kernel/payment-methods.ts'
import { ApiError, attemptKey, claim, refusalIn, sentenceOf, withdraw } from '../api.ts'
import { type Attempt, keepAttempt, keepToken, keptAttempt, keptToken } from '../memory.ts'
import { LONGEST_PAUSE_MS, pause } from '../pause.ts'
import { isPublic, type PayState } from '../view.ts'
import { type Said, useWords } from '../words/words.ts'
import { statusMessage } from './bill-state.ts'
import type { BillOnPage } from './use-bill.ts'

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

type Shown = Pick<Claim, 'justSent' | 'byScript' | 'busy'> & { problem: Said | null; said: Said | null }

/** Here; the network's own day comes with the next reading of the bill. */
const today = (): string => new Date().toLocaleDateString('en-CA')

/** What the payor says of money sent by hand: that it is on its way, or that it is not after all. */
export const useClaim = (state: PayState, { bill, read, note }: BillOnPage): Claim => {
  const { t, lang } = useWords()
  const { id, withdrawToken, problem: refused } = state
  const [now, setNow] = useState<Shown>({
    justSent: Boolean(withdrawToken),
    byScript: false,
    busy: false,
    problem: refused && ((t) => refusalIn(t, refused, t.failedToMark)),
    said: null,
  })
  const [token, setToken] = useState<string | null>(null)
  const tell = (more: Partial<Shown>) => setNow((old) => ({ ...old, ...more }))
  const busy = useRef(false)
  const attempt = useRef<Attempt | null>(null)

  /** One thing at a time: a second click while the first is under way does nothing. */
  const once = async (work: () => Promise<void>): Promise<void> => {
    if (busy.current) return
    busy.current = true
    tell({ busy: true, problem: null, said: null })
    await work()
    busy.current = false
    tell({ busy: false })
  }

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
      const { data } = await claim(id, next.method, next.key, lang)
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
      try {
        // The same key until the server has answered, so that a try after a lost answer is not a second claim.
        const { status } = await ask(attempt.current?.method === method ? attempt.current : { method, key: attemptKey() })
        note({ status, isClaimed: true, claimed: { method, on: today() } })
        tell({ justSent: true, byScript: true })
      } catch (error) {
        tell({ problem: (t) => sentenceOf(error, t, t.failedToMark) })
        if (error instanceof ApiError && error.status === 409) await read()
      }
    })

  const takeBack = () =>
    once(async () => {
      try {
        const { isBehind } = await withdraw(id, token)
        // While it was pending, account numbers came masked; and it may have been confirmed meanwhile.
        let fresh = await read()
        for (let wait = 1_000; isBehind && fresh && statusMessage(fresh) === 'pending' && wait < LONGEST_PAUSE_MS; wait *= 2) {
          await pause(wait)
          fresh = await read(true)
        }
        tell({ justSent: false, said: fresh && !statusMessage(fresh) ? (t) => t.withdrawn : null })
      } catch (error) {
        tell({ problem: (t) => sentenceOf(error, t, t.failedToWithdraw) })
        // It was of a claim that has been decided; another may wait now, which it does not take back.
        if (error instanceof ApiError && error.status === 404) hold(null)
        if (error instanceof ApiError && error.status === 409) await read()
      }
    })

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, of a form that was sent before script had come
  useEffect(() => {
    if (withdrawToken) hold(withdrawToken)
    // Loading this page again must not send its form again.
    if (withdrawToken || refused) history.replaceState(null, '', location.href)
  }, [])

  /** null while the bill could not be read. */
  const isWaiting = bill && isPublic(bill) && bill.status === 'PendingConfirmation' && bill.isClaimed
  // biome-ignore lint/correctness/useExhaustiveDependencies: what becomes of the bill on this page
  useEffect(() => {
    if (isWaiting === false) hold(null)
    // Where nothing can be kept, the page itself still knows it.
    else setToken((old) => keptToken(id) ?? old)
    // The answer was lost with the page that waited for it: sent again, it tells how to take the claim back.
    const unanswered = isWaiting && !keptToken(id) && keptAttempt(id)
    if (unanswered) void ask(unanswered).catch(() => {})
  }, [id, isWaiting])

  return { token, ...now, problem: now.problem?.(t) ?? null, said: now.said?.(t) ?? '', send, takeBack }
}
