/** The states of a charge that treasurers see. */
export const chargeStatuses = ['upcoming', 'charging', 'failed'] as const
export type ChargeStatus = (typeof chargeStatuses)[number]
