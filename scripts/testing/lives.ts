/** The seeds whose lives end with errors, with the first of these errors. Stops once five have failed. */
export const failedLives = async (
  live: (seed: number) => Promise<readonly string[]>,
  { schedules, first, atOnce }: Readonly<{ schedules: number; first: number; atOnce: number }>,
): Promise<readonly string[]> => {
  const failed: string[] = []
  const seeds = Array.from({ length: schedules }, (_, n) => first + n).values()
  const liveInTurn = async (): Promise<void> => {
    for (const seed of seeds) {
      if (failed.length >= 5) return
      const wrong = await live(seed)
      if (wrong.length > 0) failed.push(`${seed}: ${wrong.slice(0, 4).join('; ')}`)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, liveInTurn))
  return failed
}
