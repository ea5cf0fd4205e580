import { StrictMode, startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { survivesTranslation } from '../modules/shared/translated-text.ts'
import { callAsGuest } from './pay/api.ts'
import { PayPage } from './pay/pay-page.tsx'
import type { PayState } from './pay/view.ts'
import { loadWords } from './pay/words/words.ts'

survivesTranslation()

const data = document.getElementById('pay-data')?.textContent
const root = document.getElementById('pay-root')

// Back may bring a page as it was left: its bill, its visitor and what was under way may all have changed since.
addEventListener('pageshow', ({ persisted }) => persisted && location.reload())

if (data && root) {
  const state = JSON.parse(data) as PayState
  const { embedded } = state
  if (embedded) callAsGuest()
  const framed = embedded && import('./embed/framed.ts')
  const onStatus = framed && ((status: string | null) => void framed.then(({ tell }) => tell?.(status)))
  // As a transition, hydration yields between components, so a tap does not wait for the whole page.
  const start = () =>
    startTransition(() => {
      hydrateRoot(
        root,
        <StrictMode>
          <PayPage state={state} onStatus={onStatus} />
        </StrictMode>,
      )
    })
  // The first drawing equals the server's; where its words cannot be loaded, React draws the page again in English.
  loadWords(state.lang).then(start, start)
}
