import { StrictMode, startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { survivesTranslation } from '../modules/shared/translated-text.ts'
import { callAsGuest } from './pay/api.ts'
import { loadRare } from './pay/bill/rare.ts'
import { PayPage } from './pay/pay-page.tsx'
import type { PayState } from './pay/view.ts'
import { loadWords } from './pay/words/words.ts'

survivesTranslation()

const data = document.getElementById('pay-data')?.textContent
const root = document.getElementById('pay-root')

// A page that the browser restores from its back-forward cache may be out of date, so it is reloaded.
addEventListener('pageshow', ({ persisted }) => persisted && location.reload())

if (data && root) {
  const state = JSON.parse(data) as PayState
  const { embedded } = state
  if (embedded) callAsGuest()
  const framed = embedded && import('./embed/framed.ts')
  const onStatus = framed && ((status: string | null) => void framed.then(({ report }) => report?.(status)))
  // Hydrates as a transition, so that a tap meanwhile does not wait for the whole page.
  const start = () =>
    startTransition(() => {
      hydrateRoot(
        root,
        <StrictMode>
          <PayPage state={state} onStatus={onStatus} />
        </StrictMode>,
      )
    })
  // Hydration starts from the server's markup. If the words fail to load, React renders the page again in English.
  Promise.all([loadWords(state.lang), loadRare(state.bill)]).then(start, start)
}
