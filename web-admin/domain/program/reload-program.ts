import type { QueryClient } from '@tanstack/react-query'

/** Everything that shows the program, its figures or its bills is fetched again. */
export const reloadProgram = async (client: QueryClient, id: string): Promise<void> => {
  const program = ['program', 'program-stats', 'readiness', 'campaign-stats', 'runs', 'without-email'].map((name) => [name, id])
  const shown = [['programs'], ...program, ['bills'], ['bill-counts'], ['messages'], ['members'], ['member'], ['dashboard']]
  await Promise.all(shown.map((queryKey) => client.invalidateQueries({ queryKey })))
}
