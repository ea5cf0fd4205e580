import type { Embedded } from '../../modules/embed/contract.ts'
import { meetHost } from './in-frame.ts'

/** All the script of a framed page that is no bill's: its forms work by themselves. */
const data = document.getElementById('pay-data')?.textContent
if (data) meetHost({ bill: '', status: null, ...(JSON.parse(data) as Embedded) })
