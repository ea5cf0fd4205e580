import { autopayProcesses } from '../autopay/module.ts'
import { billProcesses } from '../bills/module.ts'
import { campaignProcesses } from '../campaigns/module.ts'
import { messageProcesses } from '../messages/module.ts'
import { networkProcesses } from '../networks/module.ts'
import { payorProcesses } from '../payors/module.ts'
import type { Process } from '../platform/process.ts'
import { programProcesses } from '../programs/module.ts'
import { remittanceProcesses } from '../remittances/module.ts'
import { webhookProcesses } from '../webhooks/module.ts'

/** All processes, in no order: each follows the log independently. */
export const allProcesses: readonly Process[] = [
  ...networkProcesses,
  ...programProcesses,
  ...payorProcesses,
  ...billProcesses,
  ...remittanceProcesses,
  ...autopayProcesses,
  ...campaignProcesses,
  ...messageProcesses,
  ...webhookProcesses,
]
