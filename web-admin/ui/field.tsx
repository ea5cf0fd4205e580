import { CircleAlert } from 'lucide-react'
import { type ComponentProps, type ReactNode, useId } from 'react'
import { classes } from './classes.ts'
import * as styles from './field.css.ts'
import { hidden } from './text.css.ts'

type Words = {
  label: ReactNode
  hint?: ReactNode
  /** The error message; marks the field as invalid. */
  problem?: string | undefined
  /** True: only screen readers get the label and the hint. */
  bare?: boolean
}

export const Problem = ({ id, children }: { id?: string; children: ReactNode }) => (
  <p className={styles.problem} {...(id === undefined ? {} : { id })}>
    <CircleAlert />
    {children}
  </p>
)

const useDescription = (id: string, hint: ReactNode, problem: string | undefined) => {
  const described = [problem && `${id}-problem`, hint && `${id}-hint`].filter(Boolean).join(' ')
  return { ...(described ? { 'aria-describedby': described } : {}), ...(problem ? { 'aria-invalid': true as const } : {}) }
}

type ShellProps = Words & { id: string; children: ReactNode; className?: string | undefined }

const Shell = ({ id, label, hint, problem, bare = false, className, children }: ShellProps) => (
  <div className={classes(styles.field, className)}>
    <label htmlFor={id} className={bare ? hidden : styles.label}>
      {label}
    </label>
    {children}
    {problem && <Problem id={`${id}-problem`}>{problem}</Problem>}
    {hint && (
      <p className={bare ? hidden : styles.hint} id={`${id}-hint`}>
        {hint}
      </p>
    )}
  </div>
)

/**
 * `start` is shown inside the box on the left: '$' or a search icon. The result of react-hook-form's `register(…)` can
 * be spread into these props.
 */
export type TextFieldProps = Omit<ComponentProps<'input'>, 'id'> & Words & { start?: ReactNode }

export const TextField = ({ label, hint, problem, bare = false, start, className, ...input }: TextFieldProps) => {
  const id = useId()
  const described = useDescription(id, hint, problem)
  const element = <input type="text" {...input} {...described} id={id} className={styles.input} />
  return (
    <Shell {...{ id, label, hint, problem, bare, className }}>
      {start === undefined ? (
        element
      ) : (
        <div className={styles.adorned}>
          {element}
          <span className={styles.adornment} aria-hidden>
            {start}
          </span>
        </div>
      )}
    </Shell>
  )
}

export type SelectFieldProps = Omit<ComponentProps<'select'>, 'id'> & Words

export const SelectField = ({ label, hint, problem, bare = false, className, ...select }: SelectFieldProps) => {
  const id = useId()
  const described = useDescription(id, hint, problem)
  return (
    <Shell {...{ id, label, hint, problem, bare, className }}>
      <select {...select} {...described} id={id} className={styles.input} />
    </Shell>
  )
}

export type TextareaFieldProps = Omit<ComponentProps<'textarea'>, 'id'> & Words

export const TextareaField = ({ label, hint, problem, bare = false, className, ...textarea }: TextareaFieldProps) => {
  const id = useId()
  const described = useDescription(id, hint, problem)
  return (
    <Shell {...{ id, label, hint, problem, bare, className }}>
      <textarea {...textarea} {...described} id={id} className={styles.input} />
    </Shell>
  )
}

export type CheckFieldProps = Omit<ComponentProps<'input'>, 'id' | 'type'> & Words & { type?: 'checkbox' | 'radio' }

/** A checkbox or a radio button; the whole line is clickable. */
export const CheckField = ({ label, hint, problem, bare = false, type = 'checkbox', className, ...input }: CheckFieldProps) => {
  const id = useId()
  const described = useDescription(id, hint, problem)
  return (
    <div className={classes(className)}>
      <label className={styles.check} htmlFor={id}>
        <input {...input} {...described} type={type} id={id} className={styles.box} />
        <span className={bare ? hidden : undefined}>{label}</span>
      </label>
      {problem && (
        <div className={styles.checkNote}>
          <Problem id={`${id}-problem`}>{problem}</Problem>
        </div>
      )}
      {hint && (
        <p className={classes(styles.hint, styles.checkNote)} id={`${id}-hint`}>
          {hint}
        </p>
      )}
    </div>
  )
}

type Choice<Value extends string> = Readonly<{ value: Value; label: string; hint: string; 'data-first-focus'?: true }>
type ChoicesProps<Value extends string> = {
  legend: string
  choices: readonly Choice<Value>[]
  /** The result of react-hook-form's `register(…)` for the field; each radio button gets it. */
  field: Omit<CheckFieldProps, keyof Words | 'type'>
  problem?: string | undefined
}

/** Radio buttons, each with a hint beneath its label. */
export const Choices = <Value extends string>({ legend, choices, field, problem }: ChoicesProps<Value>) => (
  <fieldset className={styles.choices}>
    <legend className={styles.legend}>{legend}</legend>
    {problem && <Problem>{problem}</Problem>}
    {choices.map((choice) => (
      <CheckField key={choice.value} type="radio" {...choice} {...field} />
    ))}
  </fieldset>
)
