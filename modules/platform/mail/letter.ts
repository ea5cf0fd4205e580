import type { NetworkId, UserId } from '../../kernel/ids.ts'
import type { Language } from '../../kernel/language.ts'
import type { RecordedEvent } from '../event-store/event-store.ts'

type Link = Readonly<{ label: string; url: string }>

/** A mail's content, in reading order. Plain text: the template escapes it. */
export type Letter = Readonly<{
  /** Language of the template's own words; English by default. */
  language?: Language
  subject: string
  /** Preview text shown beside the subject. */
  preview?: string
  heading: string
  paragraphs: readonly string[]
  /** The amount in large type, with its caption. */
  amount?: Readonly<{ figure: string; caption: string; sums?: string }>
  /** Rows with one link each. */
  rows?: readonly Readonly<{ name: string; detail: string; figure: string; action: Link }>[]
  facts?: readonly Readonly<{ name: string; value: string }>[]
  action?: Link
  /** Preformatted lines, to be copied. */
  verbatim?: string
  closing?: string
  /** A second link, in small type. */
  more?: Link
  /** The contact for questions, in the footer. */
  contact?: string
  /** The reason for this mail, in the footer. */
  reason?: string
  /** One-click unsubscribe, also in the mail client (RFC 8058). */
  unsubscribe?: Link
  pixel?: string
}>

export type RenderedLetter = Readonly<{ subject: string; text: string; html: string; headers: Readonly<Record<string, string>> }>

const words: Record<Language, Readonly<{ openThis: string; vestry: string }>> = {
  en: { openThis: 'If the button does not work, open this address:', vestry: 'Vestry · The Operating System for your ministry' },
  es: { openThis: 'Si el botón no funciona, abra esta dirección:', vestry: 'Vestry · El sistema operativo de su ministerio' },
}

/** Mail clients do not support custom properties, so the design tokens are inlined. */
const STYLE = `
:root{color-scheme:light dark}
body{margin:0;padding:32px 16px;background:#f7f6f3;color:#1c1a17;font:16px/24px system-ui,-apple-system,'Segoe UI',Roboto,'Helvetica Neue',Arial,sans-serif}
.sheet,.foot{display:block;max-width:496px;margin:0 auto;overflow-wrap:anywhere}
.sheet{padding:32px;border:1px solid #e8e5e0;border-radius:12px;background:#ffffff}
p,h1,pre{margin:0 0 16px}
pre{padding:12px;border:1px solid #e8e5e0;border-radius:8px;white-space:pre-wrap;font:13px/20px ui-monospace,Consolas,monospace}
h1{font-size:16px;line-height:24px;font-weight:600}
a{color:#1f4aa3}
.amount{margin:24px 0;padding:20px 0;border-top:1px solid #e8e5e0;border-bottom:1px solid #e8e5e0}
.amount p{margin:0}
.figure{font-size:40px;line-height:48px;font-weight:600;letter-spacing:-.03em}
.quiet{color:#57524b}
.small{font-size:14px;line-height:20px}
table{width:100%;margin:0 0 24px;border-collapse:collapse}
td{padding:12px 0;border-bottom:1px solid #e8e5e0;vertical-align:top}
td+td{padding-left:16px;text-align:right;white-space:nowrap}
.fact td{padding:8px 0;white-space:nowrap}.fact td+td{padding-left:16px;white-space:normal;overflow-wrap:anywhere}
.way{display:inline-block;padding:10px 0 10px 16px;font-weight:600}
.foot{padding:24px 0 0;color:#6a655d;font-size:13px;line-height:20px}
.foot a{display:inline-block;padding:12px 0;color:#6a655d}
.foot span{display:inline-block}
@media(max-width:600px){body{padding:0 0 24px}.sheet{padding:24px 20px;border-width:0 0 1px;border-radius:0}.foot{max-width:none;padding:20px 20px 0}}
@media(prefers-color-scheme:dark){body{background:#131211;color:#f1efeb}.sheet{background:#191816;border-color:#2c2a27}a{color:#9dbbff}.quiet{color:#bbb5ac}.amount,td,pre{border-color:#2c2a27}.button{background:#3f69d8!important}.foot,.foot a{color:#a09a91}}
`

const INLINE = {
  button: 'display:block;padding:12px 24px;border-radius:8px;background:#1f4aa3;color:#ffffff;font-weight:600;text-align:center;text-decoration:none',
  hidden: 'display:none;max-height:0;overflow:hidden',
  tight: 'margin:0',
}

/** All styles of a mail, for the content security policy of a page that shows one. */
export const letterStyles: readonly string[] = [STYLE, ...Object.values(INLINE)]

/** Replaces lone surrogates, which no mail can carry. */
const whole = (text: string): string => text.replace(/\p{Surrogate}/gu, '\ufffd')
const escaped = (text: string): string => whole(text).replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)
/** Removes line breaks, since a header is one line, even if a name holds line breaks. */
const oneLine = (text: string): string =>
  whole(text)
    .replace(/\p{Cc}+/gu, ' ')
    .trim()

const paragraph = (text: string, className = ''): string => `<p${className && ` class="${className}"`}>${escaped(text)}</p>`
const link = ({ label, url }: Link): string => `<a href="${escaped(url)}">${escaped(label)}</a>`

const amountOf = ({ figure, caption, sums }: NonNullable<Letter['amount']>): string =>
  `<div class="amount">${paragraph(figure, 'figure')}${paragraph(caption, 'quiet')}${sums === undefined ? '' : paragraph(sums, 'quiet')}</div>`

/** The link's text names its row, for screen readers that list links. */
const rowOf = ({ name, detail, figure, action: { label, url } }: NonNullable<Letter['rows']>[number]): string =>
  `<tr><td>${escaped(name)}<br><span class="small quiet">${escaped(detail)}</span></td><td>${escaped(figure)}<br><a class="way" href="${escaped(url)}" aria-label="${escaped(`${label}: ${name}`)}">${escaped(label)}</a></td></tr>`

const factOf = ({ name, value }: NonNullable<Letter['facts']>[number]): string =>
  `<tr class="fact"><td class="quiet">${escaped(name)}</td><td>${escaped(value)}</td></tr>`

/** Keeps a phone number on one line if it fits. */
const contactOf = (contact: string): string =>
  contact
    .split(/(?<=,) /)
    .map((part) => `<span>${escaped(part)}</span>`)
    .join(' ')

const htmlOf = (letter: Letter): string => {
  const {
    language = 'en',
    subject,
    preview,
    heading,
    paragraphs,
    amount,
    rows,
    facts,
    verbatim,
    action,
    closing,
    more,
    contact,
    reason,
    unsubscribe,
    pixel,
  } = letter
  const t = words[language]
  const parts = [
    `<h1>${escaped(heading)}</h1>`,
    ...paragraphs.map((text) => paragraph(text)),
    amount && amountOf(amount),
    rows && `<table role="presentation">${rows.map(rowOf).join('')}</table>`,
    facts && `<table role="presentation">${facts.map(factOf).join('')}</table>`,
    verbatim && `<pre>${escaped(verbatim)}</pre>`,
    action && `<p><a class="button" style="${INLINE.button}" href="${escaped(action.url)}">${escaped(action.label)}</a></p>`,
    closing && paragraph(closing, 'small quiet'),
    more && `<p class="small">${link(more)}</p>`,
    action && `<p class="small quiet" style="${INLINE.tight}">${escaped(t.openThis)}<br>${link({ label: action.url, url: action.url })}</p>`,
  ]
  const foot = [
    contact && `${contactOf(contact)}<br>`,
    reason && `${escaped(reason)}<br>`,
    unsubscribe && `${link(unsubscribe)}<br>`,
    escaped(t.vestry),
  ]
  return `<!doctype html>
<html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark"><title>${escaped(subject)}</title><style>${STYLE}</style></head>
<body>${preview ? `<div style="${INLINE.hidden}">${escaped(preview)}</div>` : ''}
<div class="sheet">
${parts.filter(Boolean).join('\n')}
</div>
<div class="foot">${foot.filter(Boolean).join('\n')}</div>${pixel ? `<img src="${escaped(pixel)}" width="1" height="1" alt="">` : ''}
</body></html>`
}

const textOf = ({
  language = 'en',
  heading,
  paragraphs,
  amount,
  rows,
  facts,
  verbatim,
  action,
  closing,
  more,
  contact,
  reason,
  unsubscribe,
}: Letter): string =>
  whole(
    [
      heading,
      ...paragraphs,
      ...(amount ? [[amount.figure, amount.caption, ...(amount.sums === undefined ? [] : [amount.sums])].join('\n')] : []),
      ...(rows ?? []).map(({ name, detail, figure, action: own }) => `${name}: ${figure}, ${detail}\n${own.label}: ${own.url}`),
      ...(facts ? [facts.map(({ name, value }) => `${name}: ${value}`).join('\n')] : []),
      ...(verbatim ? [verbatim] : []),
      ...(action ? [`${action.label}: ${action.url}`] : []),
      ...(closing ? [closing] : []),
      ...(more ? [`${more.label}: ${more.url}`] : []),
      [
        '--',
        ...(contact ? [contact] : []),
        ...(reason ? [reason] : []),
        ...(unsubscribe ? [`${unsubscribe.label}: ${unsubscribe.url}`] : []),
        words[language].vestry,
      ].join('\n'),
    ].join('\n\n'),
  )

/** Renders a letter as text and as HTML for phones and old mail clients; it loads nothing except the pixel. */
export const renderLetter = (letter: Letter): RenderedLetter => ({
  subject: oneLine(letter.subject),
  text: textOf(letter),
  html: htmlOf(letter),
  headers: {
    'Auto-Submitted': 'auto-generated',
    ...(letter.unsubscribe ? { 'List-Unsubscribe': `<${letter.unsubscribe.url}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' } : {}),
  },
})

export type Notice = Readonly<{
  networkId: NetworkId
  /** Recipients other than the present Admins. */
  admins?: readonly UserId[]
  subject: string
  text: string
  page: Readonly<{ label: string; path: string }>
}>

/** 'Ada Ferreira (ada@example.org)', for a user's id or an event's actor. */
export type NameOf = (id: string) => Promise<string>

/** The notice about the last event of a stream's history; null for none. */
export type NoticeOf = (history: readonly RecordedEvent[], nameOf: NameOf) => Promise<Notice | null>
