import { StrictMode } from 'react'
import { renderToString } from 'react-dom/server'
import { PayPage } from './pay/pay-page.tsx'
import { isPublic, type PayPageView, type PayState } from './pay/view.ts'
import { messages } from './pay/words/messages.ts'
import { know, wordsIn } from './pay/words/words.ts'

export type { PayPageView }

know('es', messages.es)

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escapeHtml = (text: string): string => text.replace(/[&<>"]/g, (sign) => entities[sign] ?? sign)

/** JSON that cannot end its own script element, whatever a name holds. */
export const embedJson = (value: unknown): string =>
  JSON.stringify(value)
    .replace(/</g, '\\u003c')
    .replace(/\u2028/g, '\\u2028')
    .replace(/\u2029/g, '\\u2029')

const titleOf = ({ bill, lang, failed }: PayState): string => {
  const { t } = wordsIn(lang)
  if (failed) return t.failedToLoad
  if (bill === null) return t.notFound
  return isPublic(bill) ? `${bill.program.name} · ${bill.network.name}` : t.banners.archived[0]
}

/** The whole document of /pay/:id, readable and payable without script; holds no inline script, so `script-src 'self'` is enough. */
export const renderPayPage = (view: PayPageView): string => {
  const { assets, look, ...state } = view
  const body = renderToString(
    <StrictMode>
      <PayPage state={state} />
    </StrictMode>,
  )
  return `<!doctype html>
<html lang="${state.lang}"${look && look.theme !== 'auto' ? ` data-theme="${look.theme}"` : ''}${state.embedded ? ' data-embedded' : ''}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<meta name="color-scheme" content="light dark">
<meta name="format-detection" content="telephone=no">
<title>${escapeHtml(titleOf(state))}</title>
<link rel="stylesheet" href="${escapeHtml(assets.css)}">
${
  look?.rules
    ? `<style nonce="${escapeHtml(look.nonce)}">${look.rules}</style>
`
    : ''
}<script type="module" src="${escapeHtml(assets.js)}"></script>
</head>
<body>
<div id="pay-root">${body}</div>
<script type="application/json" id="pay-data">${embedJson(state)}</script>
</body>
</html>
`
}
