import type { PayState } from '../pay/view.ts'
import { meetHost } from './in-frame.ts'

/**
 * The first script of a framed page: the site shows the server's markup before the page's own script has loaded. Pages
 * that work without script load only this one.
 */
const { id = '', bill, embedded } = JSON.parse(document.getElementById('pay-data')?.textContent ?? '{}') as Partial<PayState>
export const report = embedded && meetHost({ bill: id, status: bill?.status ?? null, ...embedded })
