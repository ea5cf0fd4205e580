import type { Readiness } from '../../../modules/campaigns/contract.ts'
import type { PaymentProfile } from '../../../modules/payment-profiles/contract.ts'
import type { Program } from '../../../modules/programs/contract.ts'

/** The steps from an empty network to the first mailed bills, in the order in which each becomes possible. */
export const stepNames = ['profile', 'program', 'attach', 'upload', 'mail', 'launch'] as const
export type StepName = (typeof stepNames)[number]

export type Step = {
  name: StepName
  state: 'done' | 'next' | 'waits'
  href: string
}

/**
 * True if payors can pay by the methods of a profile: by card once its Stripe account takes payments, or by any other
 * enabled method (R56).
 */
export const takesMoney = ({ chargesEnabled, methods: { Credit: _, ...others } }: Pick<PaymentProfile, 'chargesEnabled' | 'methods'>): boolean =>
  chargesEnabled || Object.values(others).some(({ isEnabled }) => isEnabled)

type Known = {
  /** True if a profile of the network lets payors pay. */
  paid: boolean
  /** The program that is furthest along these steps; null if the network has no program. */
  program: Pick<Program, 'id' | 'campaignStatus'> | null
  readiness: Readiness | null
  /** True if somebody has opened the preview of the mail with the bill. */
  looked: boolean
}

/** The states of the steps: the first one that is not done is next, those after it wait. */
export const stepsOf = ({ paid, program, readiness, looked }: Known): Step[] => {
  const page = program && `/assessments/${program.id}`
  const launched = program !== null && program.campaignStatus !== 'Draft'
  const done: Record<StepName, boolean> = {
    profile: paid,
    program: program !== null,
    attach: readiness?.paymentProfileAttach.status === 'ready',
    upload: readiness?.memberUpload.status === 'ready',
    mail: looked || launched,
    launch: launched,
  }
  const hrefs: Record<StepName, string> = {
    profile: '/settings/payments',
    program: '/assessments/new',
    attach: `${page}?do=attach`,
    upload: `${page}?do=upload`,
    mail: `${page}?do=campaign`,
    launch: `${page}?do=campaign`,
  }
  const next = stepNames.find((name) => !done[name])
  return stepNames.map((name) => ({ name, state: done[name] ? 'done' : name === next ? 'next' : 'waits', href: hrefs[name] }))
}
