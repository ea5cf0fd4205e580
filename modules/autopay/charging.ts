import type { Decline, OpenIntent, PayableBy } from '../bills/contract.ts'
import { addDays, dayIn, type Instant, type LocalDate, momentIn } from '../kernel/dates.ts'
import { DomainError } from '../kernel/errors.ts'
import type { BillId, MandateId, NetworkId, ProfileId, ProgramId } from '../kernel/ids.ts'
import type { Cents } from '../kernel/money.ts'
import type { ConnectedAccount, Methods } from '../payment-profiles/contract.ts'
import type { EventStore } from '../platform/event-store/event-store.ts'
import { type Circumstances, commandHandler } from '../platform/handle.ts'
import type { PersonalData } from '../platform/personal-data/personal-data.ts'
import type { ProgramStatus } from '../programs/contract.ts'
import { mandateCodec } from './codec.ts'
import { LAPSE_DAYS, type ToNotice } from './contract.ts'
import { mandateDecider } from './decider.ts'
import { failureKindOf } from './declines.ts'
import { type Charge, chargeKey, type MandateState, mandateStream } from './events.ts'

/** Charges run from this time on, in the network's time zone (R135). */
const HOUR = '09:00'

/** The last day on which charges may run by this moment. */
export const chargesThrough = (timeZone: string, at: Instant): LocalDate => {
  const today = dayIn(timeZone, at)
  return momentIn(timeZone, today, HOUR) <= at ? today : addDays(today, -1)
}

/** A bill as of now, for charging it. */
type Payable = Readonly<{
  networkId: NetworkId
  programId: ProgramId
  /** The next due date, and the amount owed by then: a part of a plan, or the balance. */
  dueDate: LocalDate
  owed: Cents
  isDisputed: boolean
  attemptOf: (
    intentId: string,
  ) => Readonly<{ stage: 'open' | 'processing' | 'succeeded' | 'failed' | 'closed'; amount: Cents; code?: string | null }> | null
  open: (payableBy: PayableBy, circumstances: Circumstances) => Promise<OpenIntent>
}>

/** The attempts to pay bills (bills/attempts.ts). */
export type Attempts = Readonly<{
  payable: (billId: BillId) => Promise<Payable | null>
  charge: (billId: BillId, accountId: string, intentId: string, methodId: string, circumstances: Circumstances) => Promise<Decline | null>
  cancel: (billId: BillId, intentId: string, circumstances: Circumstances) => Promise<void>
}>

export type ChargingDependencies = Readonly<{
  store: EventStore
  personal: PersonalData
  now: () => Instant
  attempts: Attempts
  programOf: (
    id: ProgramId,
  ) => Promise<
    Readonly<{ name: string; status: ProgramStatus; profileId: ProfileId | null; methods: Methods | null; stripe: ConnectedAccount | null }>
  >
  timeZoneOf: (id: NetworkId) => Promise<string | null>
}>

type Mandate = NonNullable<MandateState>

/** Refusals after which a charge waits for the next look, since the payor or someone else has the bill's form open. */
const isPassing = (error: DomainError): boolean => error.code === 'payment-under-way' || error.code === 'conflict'

/** Notices and charges under mandates. Each may be repeated, or interrupted at any line. */
export const openCharging = ({ store, personal, now, attempts, programOf, timeZoneOf }: ChargingDependencies) => {
  const { load, handle } = commandHandler(store, mandateDecider, mandateCodec(personal))
  const because = (cause: string): Circumstances => ({ actor: 'system:autopay', at: now(), cause })
  const zoneOf = async ({ networkId }: Pick<Mandate, 'networkId'>): Promise<string> => (await timeZoneOf(networkId)) ?? 'UTC'

  /** Asks Stripe for the money of a charge that has started, and records the outcome on the mandate. */
  const settle = async (mandateId: MandateId, mandate: Mandate, charge: Charge): Promise<void> => {
    const { billId, dueDate, intentId } = charge
    if (intentId === null) return
    const circumstances = because(`charge ${intentId}`)
    const { accountId, method } = mandate
    const bill = await attempts.payable(billId)
    let attempt = bill?.attemptOf(intentId) ?? null
    let declined: Decline | null = null
    if (attempt?.stage === 'open') {
      // The payor may have stopped since the charge began, or have paid a part of it in another way.
      if (mandate.isEnded || bill?.dueDate !== dueDate || bill.owed < attempt.amount) await attempts.cancel(billId, intentId, circumstances)
      else declined = await attempts.charge(billId, accountId, intentId, method.methodId, circumstances)
      attempt = (await attempts.payable(billId))?.attemptOf(intentId) ?? null
    }
    const on = { mandateId, billId, dueDate }
    if (attempt?.stage === 'open' || attempt?.stage === 'processing') return
    if (attempt?.stage === 'succeeded') await handle(mandateStream(mandateId), { type: 'NoteSuccess', ...on }, circumstances)
    else {
      const failure = declined ?? { code: attempt?.code ?? null, decline: null }
      const kind = declined || attempt?.stage === 'failed' ? failureKindOf(method.kind, failure) : 'interrupted'
      const today = dayIn(await zoneOf(mandate), now())
      const note = { type: 'NoteFailure', ...on, kind, code: failure.decline ?? failure.code, today } as const
      await handle(mandateStream(mandateId), note, circumstances)
    }
  }

  /** Opens the intent of a charge; null if the charge waits or was dropped. */
  const intentFor = async (mandateId: MandateId, mandate: Mandate, { billId, dueDate, amount }: Charge, bill: Payable) => {
    const circumstances = because(`charge ${mandateId} ${billId} ${dueDate} ${now()}`)
    const drop = async (reason: string): Promise<null> => {
      await handle(mandateStream(mandateId), { type: 'Drop', mandateId, billId, dueDate, because: reason }, circumstances)
      return null
    }
    const { name, status, profileId, methods, stripe } = await programOf(bill.programId)
    if (bill.isDisputed) return drop('disputed')
    if (!stripe || !profileId || stripe.accountId !== mandate.accountId) return drop('account-changed')
    const { kind, customerId } = mandate.method
    const enabled = Boolean(methods?.Credit.isEnabled && stripe.chargesEnabled && (kind === 'credit' || stripe.debitsEnabled))
    const payableBy = {
      ...{ profileId, accountId: mandate.accountId, programStatus: status, enabled, method: kind, description: name, language: mandate.language },
      ...{ owner: `autopay/${mandateId}`, payor: { customerId, saves: false }, most: amount, beforeNew: async () => {} },
    }
    try {
      return await bill.open(payableBy, circumstances)
    } catch (error) {
      if (!(error instanceof DomainError) || error.reason !== 'refused') throw error
      return isPassing(error) ? null : drop(error.code)
    }
  }

  return {
    load,
    handle,

    /** Records the notice of a charge, whose mail follows from it. */
    notice: async ({ mandateId, billId, dueDate }: ToNotice): Promise<void> => {
      const [{ state }, bill] = [await load(mandateStream(mandateId)), await attempts.payable(billId)]
      if (!state || !bill) return
      const today = dayIn(await zoneOf(state), now())
      const command = { type: 'Notice', mandateId, billId, dueDate, amount: bill.owed, today } as const
      await handle(mandateStream(mandateId), command, because(`notice ${mandateId} ${billId} ${dueDate}`))
    },

    /** Runs a charge that is due, or finishes one that has started. */
    charge: async ({ mandateId, billId, dueDate }: ToNotice): Promise<void> => {
      const { state } = await load(mandateStream(mandateId))
      const charge = state?.charges.get(chargeKey({ billId, dueDate }))
      if (!state || !charge) return
      if (charge.stage === 'started') return settle(mandateId, state, charge)
      const through = chargesThrough(await zoneOf(state), now())
      if (state.isEnded || charge.stage !== 'noticed' || charge.on > through || addDays(charge.on, LAPSE_DAYS) < through) return
      const bill = await attempts.payable(billId)
      // Another due date is next since the payor has paid this part, and is charged after its own notice.
      if (bill?.dueDate !== dueDate) return
      const intent = await intentFor(mandateId, state, charge, bill)
      if (!intent) return
      const { intentId, amount } = intent
      const circumstances = because(`charge ${intentId}`)
      try {
        const start = { type: 'Start', mandateId, billId, dueDate, amount, intentId, through } as const
        const started = await handle(mandateStream(mandateId), start, circumstances)
        const now = started.state?.charges.get(chargeKey({ billId, dueDate }))
        if (started.state && now) await settle(mandateId, started.state, now)
      } catch (error) {
        // The payor has stopped or skipped meanwhile.
        if (!(error instanceof DomainError) || error.code !== 'not-allowed') throw error
        await attempts.cancel(billId, intentId, circumstances)
      }
    },
  }
}
export type Charging = ReturnType<typeof openCharging>
