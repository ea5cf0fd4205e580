import { MailCheck } from 'lucide-react'
import { useParams, useSearchParams } from 'wouter'
import { Loaded } from '../domain/api/loaded.tsx'
import { failingSince } from '../domain/mail/failing.ts'
import { classes } from '../ui/classes.ts'
import { changed } from '../ui/list-params.ts'
import { BackLink, PageHead } from '../ui/page-head.tsx'
import { EmptyState } from '../ui/states.tsx'
import { muted, small } from '../ui/text.css.ts'
import { PaperTools, sizeOf } from './paper-tools.tsx'
import * as styles from './sheet.css.ts'
import { Sheet } from './sheet.tsx'
import { MOST_SHEETS, usePrintedBills } from './use-printed-bills.ts'

const billsOf = (count: number, ofWhom: string) => `${count === 1 ? '1 bill' : `${count} bills`} ${ofWhom}`

/** A program's open bills for print: either all of them, or only bills of payors without a working address. */
export const PrintPage = () => {
  const { id = '' } = useParams<{ id: string }>()
  const [search, setSearch] = useSearchParams()
  const open = search.get('open') === 'all' ? 'all' : 'without-email'
  const size = sizeOf(search)
  const printed = usePrintedBills(id, open)
  const all = open === 'all'
  return (
    <>
      <div className={styles.notPrinted}>
        <BackLink href={`/assessments/${id}`}>Back to Assessment</BackLink>
        <PageHead title="Print bills" />
      </div>
      <Loaded
        query={printed}
        loading="Loading bills..."
        rows={5}
        failed="Failed to load the bills"
        action="view"
        thing="assessment program"
        level={2}
      >
        {({ sheets, total, failing }) =>
          total === 0 ? (
            <EmptyState icon={MailCheck} title="Nothing to print">
              {all ? 'No bill of this program is open.' : 'Every payor with an open bill has a working e-mail address.'}
            </EmptyState>
          ) : (
            <>
              <p className={styles.notPrinted}>
                {`${billsOf(total, all ? 'that are open' : 'of payors without a working e-mail address')}, one to a sheet.`}
                {total > MOST_SHEETS && ' So many are available as one PDF only.'}
              </p>
              {!all && failing.length > 0 && (
                <ul className={classes(styles.notPrinted, small, muted)}>
                  {failing.map(({ billId, payorName, failure }) => (
                    <li key={billId}>{`${payorName}: ${failingSince(failure)}`}</li>
                  ))}
                </ul>
              )}
              <PaperTools
                size={size}
                onSize={(next) => setSearch(changed(search, { size: next === 'letter' ? null : next }), { replace: true })}
                file={`/assessment-programs/${id}/bills.pdf`}
                query={{ open }}
                name="bills"
                prints={sheets.length > 0}
              />
              <div className={styles.sheets}>
                {sheets.map(([billId, said]) => (
                  <Sheet key={`${billId} ${size}`} said={said} size={size} />
                ))}
              </div>
            </>
          )
        }
      </Loaded>
    </>
  )
}
