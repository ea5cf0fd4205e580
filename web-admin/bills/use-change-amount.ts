import { useBillCommand } from './use-bill-command.ts'

export const useChangeAmount = (id: string) => useBillCommand<{ amount: number }>(id, 'amount')
