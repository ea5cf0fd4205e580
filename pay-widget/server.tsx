import { StrictMode } from 'react'
import { renderToStaticMarkup, renderToString } from 'react-dom/server'
import type { Appearance } from '../modules/embed/contract.ts'
import type { Sheet } from '../modules/shared/sheet.ts'
import { AutopayPage, titleOf as autopayTitleOf } from './autopay/autopay-page.tsx'
import type { AutopayPageView } from './autopay/view.ts'
import { FindPage, titleOf as findTitleOf } from './find/find-page.tsx'
import type { FindPageView } from './find/view.ts'
import { PaperSheet } from './paper/paper-sheet.tsx'
import { rare } from './pay/bill/rare.ts'
import * as returned from './pay/bill/returned.tsx'
import { PayPage } from './pay/pay-page.tsx'
import * as payInParts from './pay/plan/pay-in-parts.tsx'
import { titleOf } from './pay/title.ts'
import type { PayPageView } from './pay/view.ts'
import { messages } from './pay/words/messages.ts'
import { know } from './pay/words/words.ts'
import { ProofPage, titleOf as proofTitleOf } from './proof/proof-page.tsx'
import type { ProofPageView } from './proof/view.ts'
import { ReceiptPage, titleOf as receiptTitleOf } from './receipt/receipt-page.tsx'
import type { ReceiptPageView } from './receipt/view.ts'
import { RemindersPage, titleOf as remindersTitleOf } from './reminders/reminders-page.tsx'
import type { RemindersPageView } from './reminders/view.ts'

export type { FindPageView, PayPageView, ProofPageView, ReceiptPageView, RemindersPageView }

know('es', messages.es)
Object.assign(rare, returned, payInParts)

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escapeHtml = (text: string): string => text.replace(/[&<>"]/g, (sign) => entities[sign] ?? sign)

/** JSON for a script element; no text in it can close the element. */
export const embedJson = (value: unknown): string =>
  JSON.stringify(value)
    .replace(/</g, '\\u003c')
    .replace(/\u2028/g, '\\u2028')
    .replace(/\u2029/g, '\\u2029')

const styleOf = (appearance: Appearance | undefined): string =>
  appearance?.rules ? `<style nonce="${escapeHtml(appearance.nonce)}">${appearance.rules}</style>\n` : ''
const themeOf = (appearance: Appearance | undefined): string => (appearance && appearance.theme !== 'auto' ? ` data-theme="${appearance.theme}"` : '')
const scriptOf = (address: string): string => `<script type="module" src="${escapeHtml(address)}"></script>\n`
const inlineOf = (script: string | undefined): string => (script ? `<script type="module">${script}</script>\n` : '')
const dataOf = (data: unknown): string => `<script type="application/json" id="pay-data">${embedJson(data)}</script>\n`

type Document = { lang: string; theme?: string; title: string; styles: string; script?: string; body: string }

const documentOf = ({ lang, theme = '', title, styles, script = '', body }: Document): string => `<!doctype html>
<html lang="${lang}"${theme}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<meta name="color-scheme" content="light dark">
<meta name="format-detection" content="telephone=no">
<title>${escapeHtml(title)}</title>
<style>${styles}</style>
${script}</head>
<body>
${body}</body>
</html>
`

/** The markup of a printed bill. */
export const renderSheet = (sheet: Sheet): string => renderToStaticMarkup(<PaperSheet said={sheet} />)

/**
 * The page /pay/:id, which can be read and paid without script. Its only inline script is `printing`, which the
 * Content-Security-Policy must allow.
 */
export const renderPayPage = (view: PayPageView): string => {
  const { assets, appearance, printing, ...state } = view
  const body = renderToString(
    <StrictMode>
      <PayPage state={state} />
    </StrictMode>,
  )
  return documentOf({
    lang: state.lang,
    theme: themeOf(appearance),
    title: titleOf(state),
    styles: assets.styles,
    script: styleOf(appearance) + (state.embedded ? scriptOf(assets.framed) : '') + scriptOf(assets.start) + inlineOf(printing),
    body: `<div id="pay-root">${body}</div>\n${dataOf(state)}`,
  })
}

/**
 * The page /find/:network, and the pages behind the links that it mails. Forms and links work without script, even in a
 * frame.
 */
export const renderFindPage = ({ assets, appearance, ...view }: FindPageView): string =>
  documentOf({
    lang: view.lang,
    theme: themeOf(appearance),
    title: findTitleOf(view),
    styles: assets.styles,
    script: styleOf(appearance) + (view.embedded ? scriptOf(assets.framed) : ''),
    body: `<div id="pay-root">${renderToStaticMarkup(<FindPage {...view} />)}</div>\n${view.embedded ? dataOf({ embedded: view.embedded }) : ''}`,
  })

/** The page /reminders/:token, a form without script. */
export const renderRemindersPage = ({ assets, ...view }: RemindersPageView): string =>
  documentOf({
    lang: view.lang,
    title: remindersTitleOf(view),
    styles: assets.styles,
    body: `<div id="pay-root">${renderToStaticMarkup(<RemindersPage {...view} />)}</div>\n`,
  })

/** The page /autopay/:token, a form without script. */
export const renderAutopayPage = ({ assets, ...view }: AutopayPageView): string =>
  documentOf({
    lang: view.lang,
    title: autopayTitleOf(view),
    styles: assets.styles,
    body: `<div id="pay-root">${renderToStaticMarkup(<AutopayPage {...view} />)}</div>\n`,
  })

/** The page /pay/:id/receipts/:paymentId. */
export const renderReceiptPage = ({ assets, ...view }: ReceiptPageView): string =>
  documentOf({
    lang: view.lang,
    title: receiptTitleOf(view),
    styles: assets.styles,
    script: scriptOf(assets.print),
    body: `<div id="pay-root">${renderToStaticMarkup(<ReceiptPage {...view} />)}</div>\n`,
  })

/** The page /proofs/:token. */
export const renderProofPage = ({ assets, check, ...view }: ProofPageView): string =>
  documentOf({
    lang: view.lang,
    title: proofTitleOf(view),
    styles: assets.styles,
    script: view.token === null ? '' : scriptOf(check),
    body: `<div id="pay-root">${renderToStaticMarkup(<ProofPage {...view} />)}</div>\n`,
  })
