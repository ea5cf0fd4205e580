import { useForm } from 'react-hook-form'
import { ApiError } from '../domain/api/client.ts'
import { useChecks } from '../ui/use-checks.ts'
import type { ProgramOutput } from './program-fields.ts'
import type { ProgramValues } from './program-values.ts'

const load = () => import('./program-fields.ts')
type Fields = Awaited<ReturnType<typeof load>>

const names: readonly string[] = ['networkId', 'name', 'description', 'frequency', 'type', 'amount', 'dueDate'] satisfies (keyof ProgramValues)[]
const isField = (path: string): path is keyof ProgramValues => names.includes(path)

/** `fieldsFor`: the validation, which depends on the network and on the day. */
export const useProgramForm = (fieldsFor: (fields: Fields, values: ProgramValues) => ReturnType<Fields['newProgramOn']>, values: ProgramValues) => {
  const form = useForm<ProgramValues, unknown, ProgramOutput>({
    resolver: useChecks(load, fieldsFor),
    defaultValues: values,
  })
  /** Shows the server's issues at their fields; returns true if every issue has a field. */
  const showIssues = (error: unknown): boolean => {
    const issues = error instanceof ApiError ? error.issues : []
    for (const { path, message } of issues) if (isField(path)) form.setError(path, { message }, { shouldFocus: true })
    return issues.length > 0 && issues.every(({ path }) => isField(path))
  }
  return { form, showIssues }
}
