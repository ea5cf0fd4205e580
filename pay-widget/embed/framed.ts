import type { PayState } from '../pay/view.ts'
import { meetHost } from './in-frame.ts'

/**
 * The first script of a framed page. It lets the site show the server's markup before the page's main script has
 * loaded. Pages that need no script load only this one.
 */
const { id = '', bill, embedded } = JSON.parse(document.getElementById('pay-data')?.textContent ?? '{}') as Partial<PayState>
export const report = embedded && meetHost({ bill: id, status: bill?.status ?? null, ...embedded })
