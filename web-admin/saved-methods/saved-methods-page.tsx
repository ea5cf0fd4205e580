import { CreditCard } from 'lucide-react'
import { useState } from 'react'
import type { KeptMethod } from '../../modules/payments/contract.ts'
import { brandName } from '../../modules/shared/card-brands.ts'
import { ApiError, remove } from '../domain/api/client.ts'
import { messageOr } from '../domain/api/error-message.ts'
import { Loaded } from '../domain/api/loaded.tsx'
import { useCommand } from '../domain/command.ts'
import { useData } from '../domain/queries.ts'
import { Button } from '../ui/button.tsx'
import { ListRow } from '../ui/card.tsx'
import { ConfirmCall } from '../ui/confirm-call.tsx'
import { PageHead } from '../ui/page-head.tsx'
import { EmptyState } from '../ui/states.tsx'
import { medium, muted, small, stack } from '../ui/text.css.ts'
import { AutopayList, isCharged, StartAutopay, useMyAutopay } from './autopay.tsx'

const useSavedMethods = () => useData<KeptMethod[]>(['saved-methods'], '/my/saved-methods')

const useRemoveSavedMethod = () =>
  useCommand(
    async (id: string) => {
      try {
        await remove(`/my/payment-methods/${encodeURIComponent(id)}`)
      } catch (error) {
        // 404: the method was already removed in another window.
        if (!(error instanceof ApiError && error.status === 404)) throw error
      }
    },
    { rereads: [['saved-methods'], ['my-autopay']], refused: true },
  )

const nameOf = ({ brand, last4 }: KeptMethod): string => `${brandName(brand)} ending in ${last4}`

/** Names the payment profile too, since a network may have several accounts. */
const keeperOf = ({ network, paymentProfile }: KeptMethod): string => `Saved with ${network.name}, account '${paymentProfile.name}'`

type RowProps = { method: KeptMethod; onStart: (() => void) | null; onRemove: (method: KeptMethod) => void }

const Row = ({ method, onStart, onRemove }: RowProps) => (
  <ListRow
    main={<h2 className={medium}>{nameOf(method)}</h2>}
    side={
      <Button aria-label={`Remove, ${nameOf(method)}, ${keeperOf(method)}`} onClick={() => onRemove(method)}>
        Remove
      </Button>
    }
    meta={
      <>
        <span className={`${small} ${muted}`}>{method.expires === null ? 'Bank account' : `Expires ${method.expires}`}</span>
        <span className={`${small} ${muted}`}>{keeperOf(method)}</span>
        {onStart && (
          <Button aria-label={`Pay Automatically, ${nameOf(method)}, ${keeperOf(method)}`} onClick={onStart}>
            Pay Automatically
          </Button>
        )}
      </>
    }
  />
)

const Remove = ({ method, onClose }: { method: KeptMethod; onClose: () => void }) => (
  <ConfirmCall
    call={useRemoveSavedMethod()}
    input={method.id}
    title={method.kind === 'ach' ? 'Remove this bank account?' : 'Remove this card?'}
    action="Remove"
    busyText="Removing..."
    danger
    done={`${nameOf(method)} is removed`}
    failed={(error) => messageOr(error, 'It could not be removed. Please try again.')}
    onClose={onClose}
  >
    {nameOf(method)} can no longer be used to pay {method.network.name}, and autopay with it ends. Payments that are made or under way stay as they
    are.
  </ConfirmCall>
)

/** The saved cards and bank accounts of the signed-in payor, in all networks. */
export const SavedMethodsPage = () => {
  const methods = useSavedMethods()
  const autopay = useMyAutopay()
  const mandates = autopay.data
  const [leaving, setLeaving] = useState<KeptMethod | null>(null)
  const [starting, setStarting] = useState<KeptMethod | null>(null)
  return (
    <>
      <PageHead title="Payment Methods">The cards and bank accounts that you have saved, each with the network that you pay with it.</PageHead>
      <div className={stack}>
        <AutopayList autopay={autopay} />
        <section aria-label="Saved payment methods">
          <Loaded
            query={methods}
            loading="Loading your saved payment methods..."
            rows={2}
            failed="Your saved payment methods could not be loaded"
            action="load"
            thing="saved payment method"
            level={2}
          >
            {(saved) =>
              saved.length === 0 ? (
                <EmptyState icon={CreditCard} title="No saved payment methods">
                  While you are signed in, you can save the card or bank account with which you pay a bill. It then appears here.
                </EmptyState>
              ) : (
                <ul>
                  {saved.map((method) => (
                    <Row
                      key={method.id}
                      method={method}
                      onStart={mandates && !isCharged(method, mandates) ? () => setStarting(method) : null}
                      onRemove={setLeaving}
                    />
                  ))}
                </ul>
              )
            }
          </Loaded>
        </section>
      </div>
      {starting && mandates && <StartAutopay method={starting} mandates={mandates} onClose={() => setStarting(null)} />}
      {leaving && <Remove method={leaving} onClose={() => setLeaving(null)} />}
    </>
  )
}
