import { useBillCommand } from './use-bill-command.ts'

export const useArchiveBill = (id: string) => useBillCommand<Record<string, never>>(id, 'archive')
