import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { ApiError } from '../api/client.ts'
import type { newProgramOn, ProgramOutput, ProgramValues } from './program-fields.ts'

const names: readonly string[] = ['networkId', 'name', 'description', 'frequency', 'type', 'amount', 'dueDate'] satisfies (keyof ProgramValues)[]
const isField = (path: string): path is keyof ProgramValues => names.includes(path)

/** `fieldsFor`: what the fields must hold, which hangs on the network and on the day. */
export const useProgramForm = (fieldsFor: (values: ProgramValues) => ReturnType<typeof newProgramOn>, values: ProgramValues) => {
  const form = useForm<ProgramValues, unknown, ProgramOutput>({
    resolver: (typed, ...rest) => zodResolver(fieldsFor(typed))(typed, ...rest),
    defaultValues: values,
  })
  /** Puts the server's findings under their fields; true when every one has found its place. */
  const showIssues = (error: unknown): boolean => {
    const issues = error instanceof ApiError ? error.issues : []
    for (const { path, message } of issues) if (isField(path)) form.setError(path, { message }, { shouldFocus: true })
    return issues.length > 0 && issues.every(({ path }) => isField(path))
  }
  return { form, showIssues }
}
