import { useEffect, useState } from 'react'
import type { FieldErrors, FieldValues, Resolver } from 'react-hook-form'
import type { z } from 'zod'

/**
 * Loads a module, for example a contract with zod, while the page is already in use. If the module fails to load, the
 * returned function returns null, and the error boundary shows a message.
 */
export const useComing = <Module>(load: () => Promise<Module>): (() => Promise<Module | null>) => {
  const [lost, setLost] = useState<{ reason: unknown } | null>(null)
  useEffect(() => {
    load().catch(() => undefined)
  }, [load])
  if (lost) throw lost.reason
  return () =>
    load().catch((reason: unknown) => {
      setLost({ reason })
      return null
    })
}

const loadResolvers = () => import('@hookform/resolvers/zod')

/** Validates a form with a schema from a lazily loaded module. */
export const useChecks = <Module, Typed extends FieldValues, Checked>(
  load: () => Promise<Module>,
  schemaOf: (module: Module, typed: Typed) => z.ZodType<Checked, Typed>,
): Resolver<Typed, unknown, Checked> => {
  const module = useComing(load)
  const resolvers = useComing(loadResolvers)
  return async (typed, ...rest) => {
    const [contract, resolver] = await Promise.all([module(), resolvers()])
    if (!contract || !resolver) return { values: {}, errors: { root: { type: 'lost' } } as FieldErrors<Typed> }
    return resolver.zodResolver<Typed, unknown, Checked>(schemaOf(contract, typed) as never)(typed, ...rest)
  }
}
