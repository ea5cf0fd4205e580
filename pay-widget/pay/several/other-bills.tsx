import { useEffect, useState } from 'react'
import type { MyBill, PublicBill } from '../../../modules/bills/contract.ts'
import { idsOfList, MOST_BILLS } from '../../../modules/bills/values.ts'
import type { ListOf } from '../../../modules/shared/api.ts'
import { formatDayIn } from '../../../modules/shared/day-words.ts'
import { sub } from '../account/account.css.ts'
import { ApiError, call, readBill } from '../api.ts'
import { hidden, hint, onlyScreen, secondary } from '../base.css.ts'
import { actions, afterBill, saved, savedRow } from '../bill/bill.css.ts'
import { dueOf, isPayable } from '../bill/bill-state.ts'
import { type OtherBill, sumDue, type Together } from '../bill/use-together.ts'
import { button, check } from '../controls.css.ts'
import { choosePath, type LinkContext } from '../links.ts'
import { section } from '../page.css.ts'
import { Problem } from '../problem.tsx'
import { isPublic } from '../view.ts'
import { formatMoney } from '../words/format.ts'
import { useWords } from '../words/words.ts'
import { useSeveralWords } from './words.ts'

type Found = OtherBill & Pick<PublicBill, 'dueDate'> & { paymentProfile: { id: string } | null }

const payerOf = ({ individualMember: person, congregation }: MyBill): string =>
  person ? `${person.firstName} ${person.lastName}`.trim() : (congregation?.name ?? '')

/** As many bills as a list of the API has at most. */
const OWN = '/my/listAssessmentBills?page=1&pageSize=100'

/** The signed-in payor's open bills. */
const own = async (): Promise<Found[]> =>
  (await call<ListOf<MyBill>>('GET', OWN)).data.map((bill) => ({
    ...bill,
    payerName: payerOf(bill),
  }))

/** The bills of a mailed list. One that no longer exists is left out. */
const listed = async (token: string): Promise<Found[]> => {
  const ids = idsOfList(token).slice(0, MOST_BILLS)
  const read = ids.map((id) =>
    readBill(id).then(
      ({ data }) => (isPublic(data) ? [data] : []),
      (error: unknown) => {
        if (error instanceof ApiError && error.status === 404) return []
        throw error
      },
    ),
  )
  return (await Promise.all(read)).flat()
}

const Facts = ({ bill, payer }: { bill: OtherBill & Partial<Found>; payer: string }) => {
  const { t, lang } = useWords()
  const dueDate = bill.nextDue?.dueDate ?? bill.dueDate
  const facts = [formatMoney(dueOf(bill, false)), dueDate && t.due(formatDayIn(lang, dueDate)), bill.payerName !== payer && bill.payerName]
  return (
    <span>
      {bill.program.name}
      <span className={sub}>{facts.filter(Boolean).join(' · ')}</span>
    </span>
  )
}

const Links = ({ bill, at, others }: { bill: PublicBill; at: LinkContext; others: readonly OtherBill[] }) =>
  others.map((one) => (
    <p key={one.id} className={savedRow}>
      <a href={choosePath({ ...at, id: one.id })}>
        <Facts bill={one} payer={bill.payerName} />
      </a>
    </p>
  ))

/** For a bill that cannot be paid: the other bills of the payment or claim that was made, or else those to pay. */
const Elsewhere = ({ bill, at, picked, open }: { bill: PublicBill; at: LinkContext; picked: Together['picked']; open: readonly OtherBill[] }) => {
  const words = useSeveralWords()
  const others = picked.length > 0 ? picked : open
  if (others.length === 0) return null
  const title = picked.length > 0 ? words.together : words.more(open.length)
  return (
    <section className={`${section} ${onlyScreen}`} aria-label={title}>
      <h2>{title}</h2>
      <Links bill={bill} at={picked.length > 0 ? { ...at, list: null } : at} others={others} />
    </section>
  )
}

type Props = {
  bill: PublicBill
  at: LinkContext
  canPay: boolean
  /** True while a payment or a claim is made. */
  paying: boolean
  together: Together
}

/** Offers to pay the visitor's other open bills together with this one (R140). */
export const OtherBills = ({ bill, at, canPay, paying, together: { known, picked, token, show, pick } }: Props) => {
  const words = useSeveralWords()
  const [separate, setSeparate] = useState<Found[]>([])
  const [failed, setFailed] = useState(false)

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the bill can be paid
  useEffect(() => {
    if (known || !(canPay || at.list)) return
    const find = async () => {
      const found = token ? await listed(token) : await own()
      const open = found.filter((one) => one.id !== bill.id && isPayable(one))
      const account = bill.paymentProfile?.id
      const payable = open.filter(({ paymentProfile }) => paymentProfile?.id === account)
      // Bills of the payor's other networks are not this treasurer's business.
      setSeparate(at.list ? open.filter((one) => !payable.includes(one)) : [])
      show(payable, at.list && canPay ? payable.slice(0, MOST_BILLS - 1).map(({ id }) => id) : [])
    }
    find().catch(() => {
      setFailed(true)
      show([], [])
    })
  }, [canPay])

  if (!canPay) return <Elsewhere bill={bill} at={at} picked={picked} open={at.list ? [...(known ?? []), ...separate] : []} />
  if (failed) return at.list && <Problem>{words.failed}</Problem>
  if (!known) return at.list && <p role="status">{words.loading}</p>
  if (known.length + separate.length === 0) return null
  const ids = picked.map(({ id }) => id)
  const all = [...known, ...separate]
  const title = all.some(({ ofMember }) => ofMember) ? words.payable(all.length) : words.more(all.length)
  const isFull = picked.length >= MOST_BILLS - 1
  const allPicked = picked.length === Math.min(known.length, MOST_BILLS - 1)
  return (
    <section className={`${section} ${onlyScreen}`} aria-label={title}>
      <h2>{title}</h2>
      {known.length > 0 && (
        <>
          <p className={secondary}>{words.hint}</p>
          <fieldset className={saved} disabled={paying}>
            <legend className={hidden}>{words.hint}</legend>
            {known.map((one) => (
              <div key={one.id} className={savedRow}>
                <label className={check}>
                  <input
                    type="checkbox"
                    checked={ids.includes(one.id)}
                    disabled={isFull && !ids.includes(one.id)}
                    onChange={({ currentTarget: { checked } }) => pick(checked ? [...ids, one.id] : ids.filter((id) => id !== one.id))}
                  />
                  <Facts bill={one} payer={bill.payerName} />
                </label>
              </div>
            ))}
          </fieldset>
          <p role="status">{picked.length > 0 && <strong>{words.sum(picked.length + 1, formatMoney(sumDue([bill, ...picked])))}</strong>}</p>
          {known.length > 1 && (
            <p className={actions}>
              <button
                type="button"
                className={button}
                aria-disabled={paying || undefined}
                onClick={() => paying || pick(allPicked ? [] : known.slice(0, MOST_BILLS - 1).map(({ id }) => id))}
              >
                {allPicked ? words.none : words.all}
              </button>
            </p>
          )}
          {known.length >= MOST_BILLS && <p className={hint}>{words.most}</p>}
        </>
      )}
      {separate.length > 0 && (
        <div className={afterBill}>
          <p className={secondary}>{words.separate}</p>
          <Links bill={bill} at={at} others={separate} />
        </div>
      )}
    </section>
  )
}
