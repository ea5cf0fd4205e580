import { encode } from 'uqr'
import { withBreaks } from '../../modules/shared/breakable.ts'
import type { Named, Sheet } from '../../modules/shared/sheet.ts'
import * as styles from './paper.css.ts'

/** <bdi> keeps the writing direction of a line, such as a name, from changing the text around it. */
const Lines = ({ of, first }: { of: readonly string[]; first?: string }) =>
  of.map((words, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: two lines may have the same text
    <bdi key={index} className={index === 0 ? first : undefined}>
      {words}
    </bdi>
  ))

const Breakable = ({ value }: { value: string }) => withBreaks(value, (place) => <wbr key={place} />)

const Table = ({ rows }: { rows: readonly Named[] }) => (
  <dl className={styles.table}>
    {rows.map(({ label, value }) => [
      <dt key={label}>{label}</dt>,
      <dd key={`${label} value`}>
        <Breakable value={value} />
      </dd>,
    ])}
  </dl>
)

/** The QR code as inline SVG: dark on white in any theme, and loaded without a request. */
const QrCode = ({ url, picture }: { url: string; picture: string }) => {
  const { data, size } = encode(url, { border: 0 })
  const shape = data.flatMap((line, y) => line.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1z`] : []))).join('')
  return (
    <svg className={styles.code} viewBox={`0 0 ${size} ${size}`} role="img" aria-label={picture} shapeRendering="crispEdges">
      <path d={shape} />
    </svg>
  )
}

const Items = ({ items, open, next }: Sheet) => (
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
        {[open, ...(next ? [next] : [])].map(({ label, value }) => (
          <tr key={label}>
            <td>{label}</td>
            <td>{value}</td>
          </tr>
        ))}
      </tfoot>
    )}
  </table>
)

const HowToPay = ({ pay, online, note }: Sheet) => (
  <>
    <div className={styles.how}>
      <div className={styles.ways}>
        {note && <p>{note}</p>}
        {pay && (
          <>
            <h2>{pay.heading}</h2>
            <p className={styles.quiet}>{`${pay.memo.label}:`}</p>
            <bdi className={styles.strong}>{pay.memo.value}</bdi>
          </>
        )}
        {online && (
          <>
            <p className={styles.quiet}>{online.text}</p>
            <p className={styles.strong}>{online.url}</p>
          </>
        )}
      </div>
      {online && <QrCode {...online} />}
    </div>
    <div className={styles.methods}>
      {pay?.methods.map(({ name, steps, details }) => (
        <section key={name} className={styles.method}>
          <h3>{name}</h3>
          <p className={styles.quiet}>{steps}</p>
          <dl>
            {details.map(({ label, value }) => (
              <div key={label}>
                <dt>{`${label}: `}</dt>
                <dd>
                  <Breakable value={value} />
                </dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </div>
  </>
)

const Slip = ({ cut, to, rows, enclosed }: NonNullable<Sheet['slip']>) => (
  <section className={styles.slip}>
    <p className={styles.quiet}>{cut}</p>
    <div className={styles.halves}>
      <div>
        <p className={styles.quiet}>{to.label}</p>
        <div className={styles.strong}>
          <Lines of={to.lines} />
        </div>
      </div>
      <div>
        <Table rows={rows} />
        <p className={styles.enclosed}>
          <strong>{enclosed}</strong>
          <span className={styles.blank} />
        </p>
      </div>
    </div>
  </section>
)

/** The printed bill (R70): the same data, order and text as the PDF. */
export const PaperSheet = ({ said }: { said: Sheet }) => {
  const { language, title, payor, network, address, contact, stamp, facts, slip } = said
  return (
    <article className={styles.paper} lang={language}>
      <header className={styles.halves}>
        <div>
          <Lines of={[...(network ? [network] : []), ...address]} first={styles.strong} />
        </div>
        <div className={styles.atEnd}>
          <h1 className={styles.title}>{title}</h1>
          <Lines of={contact} />
          {stamp && <p className={styles.strong}>{stamp}</p>}
        </div>
      </header>
      <div className={styles.halves}>
        <div>
          <Lines of={payor} first={styles.strong} />
        </div>
        <Table rows={facts} />
      </div>
      <Items {...said} />
      <HowToPay {...said} />
      {slip && <Slip {...slip} />}
    </article>
  )
}
