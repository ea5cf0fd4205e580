import type { QueryClient } from '@tanstack/react-query'

/** Everything that shows the program, its figures or its bills is fetched again. */
export const reloadProgram = async (client: QueryClient, id: string): Promise<void> => {
  const shown = [['programs'], ['program', id], ['program-stats', id], ['bills'], ['bill-counts'], ['dashboard']]
  await Promise.all(shown.map((queryKey) => client.invalidateQueries({ queryKey })))
}
