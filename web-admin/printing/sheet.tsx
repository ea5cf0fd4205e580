import { type RefObject, useLayoutEffect, useRef } from 'react'
import { renderSVG } from 'uqr'
import { withBreaks } from '../../modules/shared/breakable.ts'
import type { PaperSize } from '../../modules/shared/paper.ts'
import type { Named, Sheet as Said } from '../../modules/shared/sheet.ts'
import { classes } from '../ui/classes.ts'
import { QrCode } from '../ui/qr-code.tsx'
import * as styles from './sheet.css.ts'
import { scale } from './sheet.css.ts'

const SCALES = [1, 0.95, 0.9, 0.85, 0.8, 0.75, 0.7, 0.65]

/** Finds the largest text size that fits, as the PDF does, and finds it again before printing. */
const useFitted = (part: RefObject<HTMLElement | null>) => {
  useLayoutEffect(() => {
    const element = part.current
    if (!element) return
    const setLargest = () => {
      for (const size of SCALES) {
        element.style.setProperty(scale, String(size))
        if (element.scrollHeight <= element.clientHeight) return
      }
    }
    setLargest()
    const paper = window.matchMedia('print')
    paper.addEventListener('change', setLargest)
    window.addEventListener('resize', setLargest)
    return () => {
      paper.removeEventListener('change', setLargest)
      window.removeEventListener('resize', setLargest)
    }
  }, [part])
}

/** <bdi> keeps a right-to-left name or other line from changing the order of the text around it. */
const Lines = ({ of, className, first }: { of: readonly string[]; className: string; first?: string }) => (
  <div className={classes(styles.lines, className)}>
    {of.map((words, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: two lines may have the same text
      <bdi key={index} className={index === 0 ? first : undefined}>
        {words}
      </bdi>
    ))}
  </div>
)

const Table = ({ rows, className }: { rows: readonly Named[]; className?: string }) => (
  <dl className={classes(styles.table, className)}>
    {rows.map(({ label, value }) => [
      <dt key={label}>{label}</dt>,
      <dd key={`${label} value`}>
        <bdi>{value}</bdi>
      </dd>,
    ])}
  </dl>
)

const Items = ({ items, open }: Said) => (
  <table className={styles.items}>
    <tbody>
      {items.map(({ label, detail, amount }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two payments may have the same text
        <tr key={index}>
          <td>
            {label}
            {detail && <small>{detail}</small>}
          </td>
          <td>{amount}</td>
        </tr>
      ))}
    </tbody>
    {open && (
      <tfoot>
        <tr>
          <td>{open.label}</td>
          <td>{open.value}</td>
        </tr>
      </tfoot>
    )}
  </table>
)

const columnsOf = (count: number) => (count >= 3 ? 3 : count === 2 ? 2 : 1)

const HowToPay = ({ pay, online, note }: Said) => (
  <div className={styles.how}>
    <div className={styles.ways}>
      {note && <p className={styles.note}>{note}</p>}
      {pay && (
        <>
          <h2 className={styles.heading}>{pay.heading}</h2>
          <p className={styles.quiet}>{`${pay.memo.label}:`}</p>
          <p className={styles.strong}>
            <bdi>{pay.memo.value}</bdi>
          </p>
        </>
      )}
      {online && (
        <>
          <p className={styles.quiet}>{online.text}</p>
          <p className={styles.strong}>{online.url}</p>
        </>
      )}
      {pay && (
        <div className={styles.methods[columnsOf(pay.methods.length)]}>
          {pay.methods.map(({ name, steps, details }) => (
            <section key={name} className={styles.method}>
              <h3 className={styles.methodName}>{name}</h3>
              <p className={styles.quiet}>{steps}</p>
              <dl>
                {details.map(({ label, value }) => (
                  <div key={label} className={value.includes('\n') ? styles.several : styles.inline}>
                    <dt className={styles.quiet}>{`${label}: `}</dt>
                    <dd>
                      {withBreaks(value, (place) => (
                        <wbr key={place} />
                      ))}
                    </dd>
                  </div>
                ))}
              </dl>
            </section>
          ))}
        </div>
      )}
    </div>
    {online && (
      <div className={styles.code}>
        <QrCode svg={renderSVG(online.url, { border: 0 })} label={online.picture} />
      </div>
    )}
  </div>
)

const Slip = ({ cut, to, rows, enclosed }: NonNullable<Said['slip']>) => (
  <section className={styles.slip}>
    <p className={styles.cut}>{cut}</p>
    <div className={styles.halves}>
      <div>
        <p className={styles.quiet}>{to.label}</p>
        <Lines of={to.lines} className={styles.to} />
      </div>
      <div>
        <Table rows={rows} />
        <p className={styles.enclosed}>
          {enclosed}
          <span className={styles.line} />
        </p>
      </div>
    </div>
  </section>
)

/**
 * One bill on one sheet. The server sends the texts in the order of the sheet, and makes the PDF from the same data.
 */
export const Sheet = ({ said, size }: { said: Said; size: PaperSize }) => {
  const body = useRef<HTMLDivElement>(null)
  useFitted(body)
  const { language, title, payor, network, address, contact, stamp, facts, slip } = said
  return (
    <article className={styles.sheet[size]} lang={language} aria-label={`${title}: ${payor[0] ?? ''}`}>
      <header className={styles.head}>
        <Lines of={[...(network ? [network] : []), ...address]} className="" first={styles.network} />
        <div className={styles.contact}>
          <p className={styles.kind}>{title}</p>
          <Lines of={contact} className="" />
          {stamp && <p className={styles.stamp}>{stamp}</p>}
        </div>
      </header>
      <Lines of={payor} className={styles.payor} first={styles.name} />
      <Table rows={facts} className={styles.facts} />
      <div ref={body} className={classes(styles.body, !slip && styles.wholeBody)}>
        <Items {...said} />
        <HowToPay {...said} />
      </div>
      {slip && <Slip {...slip} />}
    </article>
  )
}
