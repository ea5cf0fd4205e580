import CalendarClock from 'lucide-react/icons/calendar-clock'
import CircleCheck from 'lucide-react/icons/circle-check'
import LoaderCircle from 'lucide-react/icons/loader-circle'
import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import type { ComingCharge, Mandate } from '../../../modules/autopay/contract.ts'
import type { PublicBill } from '../../../modules/bills/contract.ts'
import type { KeptMethod } from '../../../modules/payments/contract.ts'
import { chargeNote, consentText, methodName } from '../../../modules/shared/autopay-words.ts'
import { ApiError, attemptKey, call } from '../api.ts'
import { hint, onlyScreen, secondary, spin } from '../base.css.ts'
import { actions, receiptLink, saved, thanksText } from '../bill/bill.css.ts'
import { useOnce } from '../bill/use-once.ts'
import { button, check, ghost, primary } from '../controls.css.ts'
import { section } from '../page.css.ts'
import { Problem } from '../problem.tsx'
import { useAutopayWords } from '../words/autopay.ts'
import { formatMoney } from '../words/format.ts'
import { useWords } from '../words/words.ts'

const SeeAutopay = () => (
  <a className={receiptLink} href="/my-payment-methods">
    {useAutopayWords().see}
  </a>
)

/** The charge that is coming. */
const Coming = ({ charge }: { charge: ComingCharge }) => {
  const { lang } = useWords()
  return (
    <div className={`${section} ${onlyScreen}`}>
      <p className={thanksText}>
        <CalendarClock size={16} />
        {`${chargeNote(lang, formatMoney(charge.amount), charge)}. ${useAutopayWords().nothingToDo}`}
      </p>
      <SeeAutopay />
    </div>
  )
}

/** The saved methods of the bill's account; empty if its bills are paid automatically already. */
const offerable = async ({ program, paymentProfile }: PublicBill): Promise<KeptMethod[]> => {
  const [{ data: methods }, { data: mandates }] = await Promise.all([
    call<{ data: KeptMethod[] }>('GET', '/my/saved-methods'),
    call<{ data: Mandate[] }>('GET', '/my/autopay'),
  ])
  const own = methods.filter((method) => method.paymentProfile.id === paymentProfile?.id)
  const isOn = mandates.some(
    ({ status, scope }) =>
      status === 'active' && scope.networkId === own[0]?.network.id && (scope.programId === null || scope.programId === program.id),
  )
  return isOn ? [] : own
}

type ChoiceProps<Key extends string> = { title: string; options: [Key, string][]; chosen: Key; disabled: boolean; onChoose: (key: Key) => void }

const Choice = <Key extends string>({ title, options, chosen, disabled, onChoose }: ChoiceProps<Key>) => {
  const name = useId()
  return (
    <fieldset className={saved} disabled={disabled}>
      <legend>{title}</legend>
      {options.map(([key, label]) => (
        <label key={key} className={check}>
          <input type="radio" name={name} checked={key === chosen} onChange={() => onChoose(key)} />
          {label}
        </label>
      ))}
    </fieldset>
  )
}

type AskProps = { bill: PublicBill; methods: KeptMethod[]; paidBy: string | undefined; onOn: () => void; onLeave: () => void }

/** Asks which bills are charged to which method, and for the payor's consent. */
const Ask = ({ bill: { program }, methods, paidBy, onOn, onLeave }: AskProps) => {
  const { lang, t } = useWords()
  const words = useAutopayWords()
  const [scope, setScope] = useState<'network' | 'program'>('network')
  const [methodId, setMethodId] = useState(paidBy)
  const [problem, setProblem] = useState<string | null>(null)
  const [busy, once] = useOnce()
  const title = useRef<HTMLHeadingElement>(null)
  // The pressed button is gone, so the question gets the focus.
  useEffect(() => title.current?.focus(), [])
  const method = methods.find(({ id }) => id === methodId) ?? methods[0]
  if (!method) return null
  const { network } = method
  const turnOn = () =>
    once(async () => {
      setProblem(null)
      try {
        const given = scope === 'network' ? { networkId: network.id } : { programId: program.id }
        const body = { savedMethodId: method.id, consent: true, language: lang, ...given }
        await call<Mandate>('POST', '/my/autopay', { body, headers: { 'idempotency-key': attemptKey() } })
        onOn()
      } catch (error) {
        const isRefused = error instanceof ApiError
        setProblem(isRefused ? (error.code === 'email-unconfirmed' ? words.unconfirmed : words.failed) : t.connectionLost)
      }
    })
  return (
    <>
      <h2 ref={title} tabIndex={-1}>
        {words.offer}
      </h2>
      <Choice
        title={words.which}
        options={[
          ['network', words.all(network.name)],
          ['program', words.only(program.name)],
        ]}
        chosen={scope}
        disabled={busy}
        onChoose={setScope}
      />
      {methods.length > 1 && (
        <Choice
          title={words.by}
          options={methods.map((one) => [one.id, methodName(one)])}
          chosen={method.id}
          disabled={busy}
          onChoose={setMethodId}
        />
      )}
      <p className={secondary}>
        {consentText[lang]({ network: network.name, program: scope === 'program' ? program.name : null, method: methodName(method) })}
      </p>
      {problem && <Problem>{problem}</Problem>}
      <p className={actions}>
        <button type="button" className={`${button} ${primary}`} aria-disabled={busy || undefined} aria-busy={busy || undefined} onClick={turnOn}>
          {busy && <LoaderCircle size={16} className={spin} />}
          {busy ? words.turningOn : words.turnOn}
        </button>
        <button type="button" className={`${button} ${ghost}`} aria-disabled={busy || undefined} onClick={() => busy || onLeave()}>
          {words.notNow}
        </button>
      </p>
    </>
  )
}

/**
 * Offers autopay after a payment, if the payor has saved a method in this account and nothing charges these bills yet.
 */
const Offer = ({ bill, paidBy }: { bill: PublicBill; paidBy: string | undefined }) => {
  const words = useAutopayWords()
  const [methods, setMethods] = useState<KeptMethod[]>([])
  const [step, setStep] = useState<'offered' | 'asked' | 'on' | 'left'>('offered')
  const said = useRef<HTMLParagraphElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked once, after the payment
  useEffect(() => {
    // An offer that cannot be made is not an error.
    offerable(bill).then(setMethods, () => {})
  }, [])
  useEffect(() => {
    if (step === 'on') said.current?.focus()
  }, [step])
  if (methods.length === 0 || step === 'left') return null
  return (
    <section className={`${section} ${onlyScreen}`} aria-label={words.offer}>
      {step === 'offered' && (
        <>
          <button type="button" className={button} onClick={() => setStep('asked')}>
            <CalendarClock size={16} />
            {words.offer}
          </button>
          <p className={hint}>{words.offerHint(methods[0]?.network.name ?? '')}</p>
        </>
      )}
      {step === 'asked' && <Ask bill={bill} methods={methods} paidBy={paidBy} onOn={() => setStep('on')} onLeave={() => setStep('left')} />}
      {step === 'on' && (
        <>
          <p ref={said} className={thanksText} role="status" tabIndex={-1}>
            <CircleCheck size={16} />
            {words.on}
          </p>
          <SeeAutopay />
        </>
      )}
    </section>
  )
}

type Props = { bill: PublicBill; coming: ComingCharge | undefined; paidBy: string | undefined }

/** The coming charge or, after a payment, the offer of autopay. */
export const OwnAutopay = ({ bill, coming, paidBy }: Props): ReactNode =>
  coming ? <Coming charge={coming} /> : <Offer bill={bill} paidBy={paidBy} />
