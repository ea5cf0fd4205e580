import { CircleX } from 'lucide-react'
import { useState } from 'react'
import type { Mandate } from '../../modules/autopay/contract.ts'
import { formatDay } from '../../modules/kernel/dates.ts'
import { formatMoney } from '../../modules/kernel/money.ts'
import type { KeptMethod } from '../../modules/payments/contract.ts'
import { consentText, endedBecause, methodName } from '../../modules/shared/autopay-words.ts'
import { post, remove } from '../domain/api/client.ts'
import { messageOr } from '../domain/api/error-message.ts'
import { Loaded } from '../domain/api/loaded.tsx'
import { useCommand } from '../domain/command.ts'
import { nextWords, scopeWords } from '../domain/payment/autopay.tsx'
import { useData } from '../domain/queries.ts'
import { Badge } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import { ListRow } from '../ui/card.tsx'
import { classes } from '../ui/classes.ts'
import { ConfirmCall } from '../ui/confirm-call.tsx'
import { medium, muted, small } from '../ui/text.css.ts'

export const useMyAutopay = () => useData<Mandate[]>(['my-autopay'], '/my/autopay')

const rereads = [['my-autopay']] as const
const useStart = () =>
  useCommand((given: { savedMethodId: string; networkId: string }, once) => post<Mandate>('/my/autopay', { ...given, consent: true }, once), {
    rereads,
  })
const useStop = () => useCommand((id: string) => remove(`/my/autopay/${id}`), { rereads, refused: true })
const useSkip = () =>
  useCommand(({ id, billId }: { id: string; billId: string }, once) => post(`/my/autopay/${id}/skip`, { billId }, once), { rereads, refused: true })

const titleOf = ({ network }: Mandate): string => `Autopay for ${network.name}`

type Asked = { what: 'skip' | 'stop'; mandate: Mandate }
type RowProps = { mandate: Mandate; onAsk: (asked: Asked) => void }

const Row = ({ mandate, onAsk }: RowProps) => {
  const { method, status, endedBecause: because, next } = mandate
  const isOn = status === 'active'
  const reason = because && endedBecause.en[because]
  const of = `${titleOf(mandate)}, ${scopeWords(mandate)}`
  return (
    <ListRow
      main={<h2 className={medium}>{titleOf(mandate)}</h2>}
      side={
        isOn ? (
          <Button aria-label={`Stop, ${of}`} onClick={() => onAsk({ what: 'stop', mandate })}>
            Stop
          </Button>
        ) : (
          <Badge content={['Ended', 'archived', CircleX]} />
        )
      }
      meta={
        <>
          <span className={classes(small, muted)}>{[scopeWords(mandate), methodName(method)].join(' · ')}</span>
          {isOn && (
            <span className={classes(small, muted)}>
              {next ? (
                <>
                  Next charge: <a href={`/pay/${next.billId}`}>{nextWords(next)}</a>
                </>
              ) : (
                'No charge is coming up'
              )}
            </span>
          )}
          {isOn && next && (
            <Button aria-label={`Skip This Payment, ${of}`} onClick={() => onAsk({ what: 'skip', mandate })}>
              Skip This Payment
            </Button>
          )}
          {reason && <span className={classes(small, muted)}>{reason}</span>}
        </>
      }
    />
  )
}

const failed = (error: Error) => messageOr(error, 'It could not be done. Please try again.')

const Stop = ({ mandate, onClose }: { mandate: Mandate; onClose: () => void }) => (
  <ConfirmCall
    call={useStop()}
    input={mandate.id}
    title="Stop autopay?"
    action="Stop Autopay"
    busyText="Stopping..."
    danger
    done="Autopay has stopped"
    failed={failed}
    onClose={onClose}
  >
    {`Your bills from ${mandate.network.name} are no longer charged to ${methodName(mandate.method)}. A payment under way still goes through. You can turn autopay on again at any time.`}
  </ConfirmCall>
)

type SkipProps = { mandate: Mandate; next: NonNullable<Mandate['next']>; onClose: () => void }

const Skip = ({ mandate: { id, method }, next: { billId, amount, on }, onClose }: SkipProps) => (
  <ConfirmCall
    call={useSkip()}
    input={{ id, billId }}
    title="Skip this payment?"
    action="Skip Payment"
    busyText="Skipping..."
    done="This payment is skipped"
    failed={failed}
    onClose={onClose}
  >
    {`${formatMoney(amount)} is not charged to ${methodName(method)} on ${formatDay(on)}. The bill stays open, so please pay it yourself. Autopay stays on for later bills.`}
  </ConfirmCall>
)

/** The payor's autopay in all networks. Nothing is shown to payors who have never used it. */
export const AutopayList = ({ autopay }: { autopay: ReturnType<typeof useMyAutopay> }) => {
  const [asked, setAsked] = useState<Asked | null>(null)
  const close = () => setAsked(null)
  const shown = autopay.data?.filter(({ endedBecause: because }) => because !== 'replaced')
  if (shown?.length === 0) return null
  return (
    <section aria-label="Autopay">
      <Loaded
        query={autopay}
        loading="Loading your autopay..."
        rows={1}
        failed="Your autopay could not be loaded"
        action="load"
        thing="autopay"
        level={2}
      >
        {() => (
          <ul>
            {shown?.map((mandate) => (
              <Row key={mandate.id} mandate={mandate} onAsk={setAsked} />
            ))}
          </ul>
        )}
      </Loaded>
      {asked?.what === 'stop' && <Stop mandate={asked.mandate} onClose={close} />}
      {asked?.what === 'skip' && asked.mandate.next && <Skip mandate={asked.mandate} next={asked.mandate.next} onClose={close} />}
    </section>
  )
}

type StartProps = { method: KeptMethod; mandates: readonly Mandate[]; onClose: () => void }

/** True if the method's network charges all its bills to this method already. */
export const isCharged = ({ brand, last4, kind, network }: KeptMethod, mandates: readonly Mandate[]): boolean =>
  mandates.some(
    ({ status, scope, method }) =>
      status === 'active' &&
      scope.networkId === network.id &&
      scope.programId === null &&
      [method.brand, method.last4, method.kind].join() === [brand, last4, kind].join(),
  )

/** Asks for the payor's consent. */
export const StartAutopay = ({ method: { id, brand, last4, network }, mandates, onClose }: StartProps) => (
  <ConfirmCall
    call={useStart()}
    input={{ savedMethodId: id, networkId: network.id }}
    title="Pay automatically?"
    action="Turn On Autopay"
    busyText="Turning on..."
    done="Autopay is on. We have sent you a confirmation."
    failed={failed}
    onClose={onClose}
  >
    {consentText.en({ network: network.name, program: null, method: methodName({ brand, last4 }) })}
    {mandates.some(({ status, scope }) => status === 'active' && scope.networkId === network.id && scope.programId === null) &&
      ' This replaces the autopay that you already have for these bills.'}
  </ConfirmCall>
)
