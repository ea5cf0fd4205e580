import type { PayState } from '../pay/view.ts'
import { meetHost } from './in-frame.ts'

/**
 * The first script of a framed page, so that its site shows it as the server has drawn it, before what makes it answer is loaded. A page whose
 * forms work by themselves has no other.
 */
const { id = '', bill, embedded } = JSON.parse(document.getElementById('pay-data')?.textContent ?? '{}') as Partial<PayState>
export const tell = embedded && meetHost({ bill: id, status: bill?.status ?? null, ...embedded })
