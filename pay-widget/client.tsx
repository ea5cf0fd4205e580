import { StrictMode } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { PayPage } from './pay/pay-page.tsx'
import type { PayState } from './pay/view.ts'

const data = document.getElementById('pay-data')?.textContent
const root = document.getElementById('pay-root')

if (data && root) {
  hydrateRoot(
    root,
    <StrictMode>
      <PayPage state={JSON.parse(data) as PayState} />
    </StrictMode>,
  )
}
