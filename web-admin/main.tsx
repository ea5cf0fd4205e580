import '@fontsource-variable/inter/wght.css'
import './ui/global.css.ts'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { survivesTranslation } from '../modules/shared/translated-text.ts'
import { App } from './app.tsx'
import { ErrorBoundary } from './shell/error-boundary.tsx'

// Radix locks the scrolling behind a dialog by a <style>, for which it takes the nonce from here.
Object.assign(globalThis, { __webpack_nonce__: document.querySelector<HTMLScriptElement>('script[nonce]')?.nonce })

// Back may bring a page as it was left, also one of a session that has ended since: it asks again what it may show.
addEventListener('pageshow', ({ persisted }) => persisted && window.location.reload())

survivesTranslation()

const root = document.getElementById('root')
if (root)
  createRoot(root).render(
    <StrictMode>
      <ErrorBoundary location="">
        <App />
      </ErrorBoundary>
    </StrictMode>,
  )
