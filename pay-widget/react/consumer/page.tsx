import { StrictMode } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { App } from './app.tsx'

const root = document.getElementById('root') as HTMLElement
const { origin = '', bill = '' } = document.body.dataset
globalThis.received = []
// At the root, because React mounts everything twice only there.
const app = (
  <StrictMode>
    <App origin={origin} bill={bill} />
  </StrictMode>
)
if (root.hasChildNodes()) hydrateRoot(root, app)
else createRoot(root).render(app)
