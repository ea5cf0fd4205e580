import CloudOff from 'lucide-react/icons/cloud-off'
import FileX2 from 'lucide-react/icons/file-x-2'
import ReceiptText from 'lucide-react/icons/receipt-text'
import RefreshCw from 'lucide-react/icons/refresh-cw'
import { useEffect, useState } from 'react'
import type { MyBill } from '../../../modules/bills/contract.ts'
import type { ListOf } from '../../../modules/shared/api.ts'
import { paidTogether } from '../../../modules/shared/pay-together.ts'
import { isSignedOut, listMine, sentenceOf } from '../api.ts'
import { spin } from '../base.css.ts'
import { actions } from '../bill/bill.css.ts'
import { isPayable } from '../bill/bill-state.ts'
import { button } from '../controls.css.ts'
import { passOnFocus } from '../focus.ts'
import { empty, emptyActions } from '../page.css.ts'
import { useMedia } from '../use-hydrated.ts'
import { listWords, useListWords } from '../words/lists.ts'
import { useWords, type Words } from '../words/words.ts'
import { bone, boneRow, listTitle } from './account.css.ts'
import { AssessmentCards, AssessmentTable } from './assessment-rows.tsx'
import { Pages } from './pages.tsx'

export type Mine = { kind: 'loading' } | { kind: 'error'; detail: (words: Words) => string; busy?: boolean } | { kind: 'ready'; list: ListOf<MyBill> }
const TITLE_ID = 'my-assessments'

type Heading = 'h1' | 'h2'
type ViewProps = {
  mine: Mine
  paidOnly: boolean
  heading: Heading
  wide: boolean
  /** The address of a bill's pay page; with 'all', of paying it together with the others. */
  hrefOf: (id: string, list?: 'all') => string
  onPage: (page: number) => void
  onRetry: () => void
}

const Bones = () => {
  const { t } = useWords()
  return (
    <>
      <p role="status">{t.loadingMine}</p>
      <div aria-hidden="true">
        {[62, 48, 56, 52].map((width) => (
          <div key={width} className={boneRow}>
            <span className={bone} style={{ width: `${width}%` }} />
            <span className={bone} style={{ width: `${width - 20}%` }} />
          </div>
        ))}
      </div>
    </>
  )
}

const toListTitle = passOnFocus(() => document.getElementById(TITLE_ID))

const Content = ({ mine, wide, heading, hrefOf, onPage, onRetry }: ViewProps) => {
  const { t, lang } = useWords()
  const words = useListWords()
  const Inner = heading === 'h1' ? 'h2' : 'h3'
  if (mine.kind === 'loading') return <Bones />
  if (mine.kind === 'error')
    return (
      <div className={empty} role="alert">
        <CloudOff />
        <Inner>{words.errorMine}</Inner>
        <p>{mine.detail({ t, lang })}</p>
        <button
          ref={toListTitle}
          type="button"
          className={button}
          aria-disabled={mine.busy || undefined}
          aria-busy={mine.busy || undefined}
          onClick={() => mine.busy || onRetry()}
        >
          <RefreshCw size={16} className={mine.busy ? spin : undefined} />
          {mine.busy ? t.tryingAgain : t.tryAgain}
        </button>
      </div>
    )
  const { data, pagination } = mine.list
  if (pagination.totalItems === 0)
    return (
      <div className={empty}>
        <ReceiptText />
        <Inner>{words.noneMine}</Inner>
        <p>{words.noneMineHint}</p>
      </div>
    )
  // The chosen page no longer exists if the list has become shorter.
  if (data.length === 0)
    return (
      <div className={empty}>
        <FileX2 />
        <Inner>{words.nothingHere}</Inner>
        <p>{words.pagesInAll(pagination.totalPages)}</p>
        <div className={emptyActions}>
          <button type="button" className={button} onClick={() => onPage(1)}>
            {words.firstPage}
          </button>
          {pagination.totalPages > 1 && (
            <button type="button" className={button} onClick={() => onPage(pagination.totalPages)}>
              {words.lastPage}
            </button>
          )}
        </div>
      </div>
    )
  const accounts = paidTogether(data.filter(isPayable))
  return (
    <>
      {accounts.length > 0 && (
        <p className={actions}>
          {accounts.map(({ account, first, network }) => (
            <a key={account} className={button} href={hrefOf(first.id, 'all')}>
              {accounts.length > 1 ? words.payAllFrom(network) : words.payAll}
            </a>
          ))}
        </p>
      )}
      {wide ? <AssessmentTable bills={data} hrefOf={hrefOf} /> : <AssessmentCards bills={data} hrefOf={hrefOf} />}
      <Pages page={pagination.page} totalPages={pagination.totalPages} shown={data.length} total={pagination.totalItems} onPage={onPage} />
    </>
  )
}

export const AssessmentList = (props: ViewProps) => {
  const { t } = useWords()
  const words = useListWords()
  const Title = props.heading
  return (
    <>
      <Title id={TITLE_ID} className={listTitle} tabIndex={-1}>
        {props.paidOnly ? t.myPaid : words.myAssessments}
      </Title>
      <Content {...props} />
    </>
  )
}

/** The signed-in payor's bills in all networks. */
export const MyAssessments = ({ paidOnly, heading, hrefOf }: Pick<ViewProps, 'paidOnly' | 'heading' | 'hrefOf'>) => {
  const wide = useMedia('(min-width: 64em)')
  const [page, setPage] = useState(1)
  const [tries, setTries] = useState(0)
  const [mine, setMine] = useState<Mine>({ kind: 'loading' })
  // biome-ignore lint/correctness/useExhaustiveDependencies: a retry repeats the request; a change of language does not
  useEffect(() => {
    let stale = false
    // The rows of the previous page stay until the next ones have loaded, so that the layout does not jump.
    setMine((old) => (old.kind === 'ready' ? old : old.kind === 'error' ? { ...old, busy: true } : { kind: 'loading' }))
    listMine(page, paidOnly).then(
      (list) => {
        if (!stale) setMine({ kind: 'ready', list })
      },
      (error: unknown) => {
        if (stale) return
        if (isSignedOut(error)) location.assign(`/login?redirectTo=${encodeURIComponent(location.pathname + location.search)}`)
        else
          setMine((old) => ({
            kind: 'error',
            detail: ({ t, lang }) => (old.kind === 'error' ? t.stillFailed : sentenceOf(error, t, listWords[lang].failedMine)),
          }))
      },
    )
    return () => {
      stale = true
    }
  }, [page, paidOnly, tries])
  return <AssessmentList {...{ mine, paidOnly, heading, wide, hrefOf }} onPage={setPage} onRetry={() => setTries(tries + 1)} />
}
