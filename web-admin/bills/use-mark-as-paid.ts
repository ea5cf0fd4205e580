import { useBillCommand } from './use-bill-command.ts'

export const useMarkAsPaid = (id: string) => useBillCommand<Record<string, never>>(id, 'mark-as-paid')
