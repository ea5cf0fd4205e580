import { useEffect, useRef, useState } from 'react'
import type { ManualMethod } from '../../../modules/kernel/payment-methods.ts'
import { ApiError, attemptKey, claim, readBill, sentenceOf, withdraw } from '../api.ts'
import { keepToken, keptToken } from '../memory.ts'
import type { AnyBill, PayState } from '../view.ts'
import { useWords } from '../words/words.ts'
import { refreshed } from './bill-state.ts'

export type Claim = {
  bill: AnyBill | null
  justSent: boolean
  byScript: boolean
  token: string | null
  busy: boolean
  /** Why the bill could not be read. */
  failed: 'server' | 'connection' | null
  problem: string | null
  said: string
  send: (method: ManualMethod) => void
  takeBack: () => void
  reload: () => void
}

/** The bill on the page, and what the payor does to it: say that money was sent, take that back, read it again. */
export const useClaim = (state: PayState): Claim => {
  const { t } = useWords()
  const { id } = state
  const [bill, setBill] = useState(state.bill)
  const [now, setNow] = useState({
    justSent: state.sent,
    byScript: false,
    busy: false,
    failed: (state.failed ? 'server' : null) as Claim['failed'],
    problem: state.problem,
    said: '',
  })
  const [token, setToken] = useState<string | null>(null)
  const busy = useRef(false)
  const key = useRef<{ method: ManualMethod; value: string } | null>(null)

  const read = async (): Promise<void> => {
    try {
      const { data } = await readBill(id)
      setBill((old) => refreshed(old, data))
      setNow((old) => ({ ...old, failed: null }))
    } catch (error) {
      const absent = error instanceof ApiError && error.status === 404
      if (absent) setBill(null)
      setNow((old) => ({ ...old, failed: absent ? null : error instanceof ApiError ? 'server' : 'connection' }))
    }
  }

  /** One thing at a time: a second click while the first is under way does nothing. */
  const once = async (work: () => Promise<void>): Promise<void> => {
    if (busy.current) return
    busy.current = true
    setNow((old) => ({ ...old, busy: true, problem: null, said: '' }))
    await work()
    busy.current = false
    setNow((old) => ({ ...old, busy: false }))
  }

  const hold = (value: string | null): void => {
    keepToken(id, value)
    setToken(value)
  }

  const send = (method: ManualMethod) =>
    once(async () => {
      // The same key until the server has answered, so that a try after a lost answer is not a second claim.
      if (key.current?.method !== method) key.current = { method, value: attemptKey() }
      try {
        const { data } = await claim(id, method, key.current.value)
        key.current = null
        hold(data.withdrawToken)
        setBill((old) => old && ({ ...old, status: data.status } as AnyBill))
        setNow((old) => ({ ...old, justSent: true, byScript: true }))
      } catch (error) {
        if (error instanceof ApiError && error.status < 500) key.current = null
        setNow((old) => ({ ...old, problem: sentenceOf(error, t.failedToMark) }))
        if (error instanceof ApiError && error.status === 409) await read()
      }
    })

  const takeBack = () =>
    once(async () => {
      try {
        await withdraw(id, token)
        hold(null)
        // While it was pending, account numbers came masked.
        await read()
        setNow((old) => ({ ...old, justSent: false, said: t.withdrawn }))
      } catch (error) {
        setNow((old) => ({ ...old, problem: sentenceOf(error, t.failedToWithdraw) }))
        if (error instanceof ApiError && error.status === 409) await read()
      }
    })

  // biome-ignore lint/correctness/useExhaustiveDependencies: set up once; a page that Back brings to life again may show a bill long paid.
  useEffect(() => {
    setToken(keptToken(id))
    const revived = (event: PageTransitionEvent) => {
      if (event.persisted) void read()
    }
    addEventListener('pageshow', revived)
    return () => removeEventListener('pageshow', revived)
  }, [id])

  return { bill, token, ...now, send: (method) => void send(method), takeBack: () => void takeBack(), reload: () => void once(read) }
}
