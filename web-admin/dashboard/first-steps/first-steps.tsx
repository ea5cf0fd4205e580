import { CircleCheck, CircleDashed, CircleDot } from 'lucide-react'
import type { Program } from '../../../modules/programs/contract.ts'
import { usePaymentProfiles, wayBackTo } from '../../domain/profile/profiles.ts'
import { useLookedAtMail, usePrograms, usePutAway, useReadiness } from '../../domain/program/calls.ts'
import { useMayChange } from '../../domain/session/may-change.ts'
import { useUser } from '../../domain/session/session.ts'
import { ButtonLink, PlainButton } from '../../ui/button.tsx'
import { classes } from '../../ui/classes.ts'
import { block, hidden, medium, muted, paid, sectionHead, small } from '../../ui/text.css.ts'
import * as styles from './first-steps.css.ts'
import { type Step, type StepName, stepsOf, takesMoney } from './steps.ts'

type Words = {
  title: string
  why: string
  /** The button's label while this step is the next one. */
  action: string
  /** The text while the step waits for an earlier one. */
  waits: string
}

const words: Record<StepName, Words> = {
  profile: {
    title: 'Set up a payment profile',
    why: 'Choose how people can pay you: card, check, Zelle, bank transfer.',
    action: 'Set Up a Profile',
    waits: '',
  },
  program: {
    title: 'Create an assessment program',
    why: 'What is due, how much, and by when.',
    action: 'Create a Program',
    waits: 'Waits for the payment profile.',
  },
  attach: {
    title: 'Attach the profile to the program',
    why: 'Then you can add members to the program.',
    action: 'Attach the Profile',
    waits: 'Waits for the program.',
  },
  upload: {
    title: 'Upload your members',
    why: 'From a spreadsheet. Each member gets a bill; nothing is sent yet.',
    action: 'Upload a List',
    waits: 'Waits for the attached profile.',
  },
  mail: {
    title: 'Check the mail',
    why: 'See what your members will read, or send it to yourself.',
    action: 'Preview the Mail',
    waits: 'Waits for members.',
  },
  launch: {
    title: 'Launch the campaign',
    why: 'Each member gets the bill by mail, with a link to pay.',
    action: 'Go to Launch',
    waits: 'Waits for everything above.',
  },
}

const marks = { done: CircleCheck, next: CircleDot, waits: CircleDashed }

const Line = ({ step: { name, state, href } }: { step: Step }) => {
  const { title, why, action, waits } = words[name]
  const Mark = marks[state]
  return (
    <li className={styles.step} {...(state === 'next' ? { 'aria-current': 'step' as const } : {})}>
      <Mark className={state === 'done' ? paid : muted} aria-hidden />
      <div>
        <span className={classes(block, state === 'done' ? muted : medium)}>
          {title}
          {state === 'done' && <span className={hidden}>, done</span>}
        </span>
        {state !== 'done' && <span className={classes(small, muted)}>{state === 'next' ? why : waits}</span>}
      </div>
      {state === 'next' && (
        <span className={styles.way}>
          <ButtonLink variant="primary" href={href} {...(name === 'profile' ? { state: wayBackTo('/dashboard') } : {})}>
            {action}
          </ButtonLink>
        </span>
      )}
    </li>
  )
}

/**
 * The program that is furthest along the first steps: one whose campaign was launched, else the newest that is not
 * archived.
 */
const foremost = (programs: readonly Program[]): Program | null =>
  programs.find(({ campaignStatus }) => campaignStatus !== 'Draft') ?? programs.find(({ status }) => status !== 'Archived') ?? null

type ListProps = { networkId: string; program: Program | null; isPaid: boolean }

const List = ({ networkId, program, isPaid }: ListProps) => {
  const readiness = useReadiness(program?.id ?? null).data ?? null
  const [looked] = useLookedAtMail(program?.id ?? '')
  const [away, putAway] = usePutAway(networkId)
  // Until a program's readiness is loaded, the states of its steps are not known.
  if (program && !readiness) return null
  const steps = stepsOf({ paid: isPaid, program, readiness, looked })
  const done = steps.filter(({ state }) => state === 'done').length
  if (done === steps.length) return null
  if (away)
    return (
      <p className={styles.back}>
        <PlainButton onClick={() => putAway(false)}>Show the first steps</PlainButton>
      </p>
    )
  return (
    <section className={styles.steps} aria-labelledby="first-steps">
      <div className={sectionHead}>
        <h2 id="first-steps">
          First steps <span className={classes(small, muted, styles.count)}>{`${done} of ${steps.length} done`}</span>
        </h2>
        <PlainButton className={small} onClick={() => putAway(true)}>
          Hide
        </PlainButton>
      </div>
      <ol>
        {steps.map((step) => (
          <Line key={step.name} step={step} />
        ))}
      </ol>
    </section>
  )
}

const newest = { page: 1, search: '', status: null }

/** The steps from an empty network to its first campaign. Shown to Admins until that campaign is launched. */
export const FirstSteps = () => {
  const network = useUser()?.network?.id
  const mayChange = useMayChange()
  const programs = usePrograms(newest).data
  const profiles = usePaymentProfiles().data
  if (!mayChange || network === undefined || !programs || !profiles) return null
  return <List networkId={network} program={foremost(programs.data)} isPaid={profiles.some(takesMoney)} />
}
