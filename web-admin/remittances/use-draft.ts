import { useMutation } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import { useSearchParams } from 'wouter'
import { today } from '../domain/api/network-clock.ts'
import { useMember } from '../domain/payor/calls.ts'
import { findBills, type UnknownCode, useOpenBills } from './calls.ts'
import { type Draft, type OfferedBill, offered, type Payer, withBills } from './draft.ts'
import type { PastedCode } from './pasted-codes.ts'

const start = (): Draft => ({
  ...{ payer: null, amount: '', method: 'check', reference: '', receivedOn: today() },
  ...{ bills: [], typed: {} },
})

/** The payor and the bills that the address names. */
const useNamed = () => {
  const [address] = useSearchParams()
  const [named] = useState(() => ({ payor: address.get('payor'), bills: (address.get('bills') ?? '').split(',').filter(Boolean) }))
  return named
}

/** The entries of the form, with the bills to choose from. */
export const useDraft = () => {
  const named = useNamed()
  const [draft, setDraft] = useState(start)
  const [removed, setRemoved] = useState<ReadonlySet<string>>(new Set())
  const [unknown, setUnknown] = useState<readonly UnknownCode[]>([])
  const change = (values: Partial<Draft>) => setDraft((now) => ({ ...now, ...values }))

  const payor = useNamedPayor(named.payor)
  const [isNamed, setIsNamed] = useState(true)
  if (isNamed && payor && !draft.payer) {
    setIsNamed(false)
    change({ payer: payor })
  }

  const open = useOpenBills(draft.payer?.id)
  const all = useMemo(() => (draft.payer ? (open.data ?? []) : []), [draft.payer, open.data])
  const chosen = new Set(draft.bills.map(({ id }) => id))
  const own = all.filter(({ individualMember }) => draft.payer?.kind === 'individual' || individualMember === null)
  const ofMembers = all.filter((bill) => !own.includes(bill)).map(offered)
  const suggested = own.map(offered).filter(({ id }) => !chosen.has(id) && !removed.has(id))

  const look = useMutation({
    mutationFn: ({ pasted, ids = [] }: { pasted: readonly PastedCode[]; ids?: readonly string[] }) =>
      findBills([...pasted.map(({ code }) => ({ code })), ...ids.map((billId) => ({ billId }))]),
    onSuccess: ({ bills, unknown: refused }, { pasted }) => {
      setUnknown(refused)
      const sums = new Map(pasted.map(({ code, amount }) => [code, amount]))
      const amounts = bills.flatMap(({ id, code }) => {
        const cents = sums.get(code)
        return cents === null || cents === undefined ? [] : [[id, (cents / 100).toFixed(2)]]
      })
      setDraft((now) => withBills(now, bills, Object.fromEntries(amounts)))
    },
  })
  const { mutate } = look
  useEffect(() => {
    if (named.bills.length > 0) mutate({ pasted: [], ids: named.bills })
  }, [named, mutate])

  return {
    draft,
    change,
    bills: [...draft.bills, ...suggested] satisfies OfferedBill[],
    loading: open.isLoading || look.isPending,
    openError: open.error,
    ofMembers: ofMembers.filter(({ id }) => !chosen.has(id)),
    look,
    unknown,
    forgetUnknown: () => setUnknown([]),
    choosePayer: (payer: Payer | null) => {
      setIsNamed(false)
      change({ payer })
    },
    add: (added: readonly OfferedBill[]) => setDraft((now) => withBills(now, added)),
    addCodes: (pasted: readonly PastedCode[]) => mutate({ pasted }),
    type: (billId: string, typed: string) => setDraft((now) => ({ ...now, typed: { ...now.typed, [billId]: typed } })),
    remove: (billId: string) => {
      setRemoved((now) => new Set(now).add(billId))
      setDraft(({ typed: { [billId]: _, ...typed }, ...now }) => ({ ...now, typed, bills: now.bills.filter(({ id }) => id !== billId) }))
    },
  }
}

/** The payor with this id, once it has loaded. */
const useNamedPayor = (id: string | null): Payer | null => {
  const member = useMember(id ?? '', id !== null).data?.value
  return member ? { id: member.id, kind: member.kind, name: member.name } : null
}
