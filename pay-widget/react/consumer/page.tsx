import { StrictMode } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { App } from './app.tsx'

const root = document.getElementById('root') as HTMLElement
const { origin = '', bill = '' } = document.body.dataset
globalThis.received = []
// StrictMode is at the root, since only there React mounts everything twice.
const app = (
  <StrictMode>
    <App origin={origin} bill={bill} />
  </StrictMode>
)
if (root.hasChildNodes()) hydrateRoot(root, app)
else createRoot(root).render(app)
