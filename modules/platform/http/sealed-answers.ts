import type { InstallationKeys } from '../personal-data/installation-keys.ts'
import type { Idempotency, Stored } from './idempotency.ts'

/** Seals stored answers, since they may name people. Answers of earlier versions are plain and returned as they are. */
export const sealedAnswers = (
  { once, isUnderWay }: Idempotency,
  { sealAnswer, openAnswer }: Pick<InstallationKeys, 'sealAnswer' | 'openAnswer'>,
): Idempotency => ({
  isUnderWay,
  once: async (repeatable, run) => {
    let fresh: Stored | undefined
    const stored = await once(repeatable, async () => {
      fresh = await run()
      return { ...fresh, body: { sealedAnswer: sealAnswer(fresh.body ?? null) } }
    })
    if (fresh) return fresh
    const { sealedAnswer } = (stored.body ?? {}) as { sealedAnswer?: string }
    return sealedAnswer === undefined ? stored : { ...stored, body: await openAnswer(sealedAnswer) }
  },
})
