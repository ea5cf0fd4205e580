import '@fontsource-variable/inter/wght.css'
import './ui/global.css.ts'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { survivesTranslation } from '../modules/shared/translated-text.ts'
import { App } from './app.tsx'
import { ErrorBoundary } from './shell/error-boundary.tsx'

// Radix locks scrolling behind a dialog with a <style>, and reads the nonce for it from here.
Object.assign(globalThis, { __webpack_nonce__: document.querySelector<HTMLScriptElement>('script[nonce]')?.nonce })

// A page restored from the back-forward cache may belong to an ended session: reload it.
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
