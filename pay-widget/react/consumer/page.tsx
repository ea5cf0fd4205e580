import { StrictMode } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { App } from './app.tsx'

const root = document.getElementById('root') as HTMLElement
const { origin = '', bill = '' } = document.body.dataset
globalThis.received = []
// StrictMode is at the root, since React mounts everything twice only if it is there.
const app = (
  <StrictMode>
    <App origin={origin} bill={bill} />
  </StrictMode>
)
if (root.hasChildNodes()) hydrateRoot(root, app)
else createRoot(root).render(app)
