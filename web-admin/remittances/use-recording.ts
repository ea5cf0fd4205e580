import { type RefObject, useEffect, useRef, useState } from 'react'
import type { NewRemittance } from '../../modules/remittances/contract.ts'
import { ApiError } from '../domain/api/client.ts'
import { remittancePage } from '../domain/payment/remittance-words.tsx'
import { useGo } from '../domain/session/go.ts'
import { useRested } from '../ui/use-rested.ts'
import { usePreview, useRecord } from './calls.ts'
import { asSeen, checked, type Draft, type OfferedBill, type Problems } from './draft.ts'

const REST = 250

/** The preview of a draft: how the server would split the money over the bills. */
const useSplit = (draft: Draft, bills: readonly OfferedBill[]) => {
  const check = checked(draft, bills)
  const asked = 'body' in check ? JSON.stringify(check.body) : ''
  const rested = useRested(asked, REST)
  const body = asked === '' || rested === '' ? null : (JSON.parse(rested) as NewRemittance)
  const preview = usePreview(body)
  const waiting = asked !== rested || preview.isPlaceholderData || preview.isFetching
  return { check, body, waiting, seen: asked === '' ? null : (preview.data ?? null), error: waiting ? null : preview.error }
}

/** Previews and records the draft. */
export const useRecording = (draft: Draft, bills: readonly OfferedBill[], form: RefObject<HTMLFormElement | null>) => {
  const go = useGo()
  const split = useSplit(draft, bills)
  const record = useRecord()
  const [problems, setProblems] = useState<Problems>({})
  /**
   * The request without an answer, with its entries. A retry with the same entries sends the same request, which is
   * recorded once.
   */
  const [unanswered, setUnanswered] = useState<Readonly<{ entries: string; body: NewRemittance }> | null>(null)
  const entries = JSON.stringify(draft)
  const { reset } = record
  const shown = useRef(entries)
  useEffect(() => {
    if (shown.current === entries) return
    shown.current = entries
    setProblems({})
    reset()
  }, [entries, reset])

  const submit = () => {
    if (record.isPending) return
    const { check, waiting, seen } = split
    if ('problems' in check) {
      setProblems(check.problems)
      requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus())
      return
    }
    setProblems({})
    const body = unanswered?.entries === entries ? unanswered.body : !waiting && seen ? asSeen(check.body, seen) : check.body
    setUnanswered({ entries, body })
    record.mutate(body, {
      onSuccess: ({ id }) => go(`${remittancePage(id)}?recorded`, { replace: true }),
      onError: (error) => {
        if (!(error instanceof ApiError) || error.status >= 500) return
        setUnanswered(null)
        setProblems(Object.fromEntries(error.issues.map(({ path, message }) => [path, message])))
      },
    })
  }
  return { ...split, problems, submit, recording: record.isPending, failure: record.error, again: record.error !== null && unanswered !== null }
}
