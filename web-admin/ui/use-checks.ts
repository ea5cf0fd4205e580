import { useEffect, useState } from 'react'
import type { FieldErrors, FieldValues, Resolver } from 'react-hook-form'
import type { z } from 'zod'

/**
 * Gets a module that comes while the page is looked at, such as a contract, which zod comes with. One that does not come is told as a page is
 * whose code does not come; the answer is then null.
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

/** What a form must hold, by a schema of a module that comes while it is filled in. */
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
