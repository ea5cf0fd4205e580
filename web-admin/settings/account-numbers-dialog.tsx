import { useMutation } from '@tanstack/react-query'
import { fieldWords } from '../../modules/kernel/method-field-words.ts'
import { fieldsOf, fieldValue, methodNames, methodOf } from '../../modules/kernel/payment-methods.ts'
import type { Methods, PaymentProfile, Revealed } from '../../modules/payment-profiles/contract.ts'
import { post } from '../domain/api/client.ts'
import { messageOr } from '../domain/api/error-message.ts'
import { Banner } from '../ui/banner.tsx'
import { Button } from '../ui/button.tsx'
import { type Fact, Facts } from '../ui/card.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { stack } from '../ui/text.css.ts'

/** The numbers of the methods that are on, each with its method. */
const numbersOf = (methods: Methods): Fact[] =>
  methodNames.flatMap((name) =>
    fieldsOf(name).flatMap(([key, field]): Fact[] => {
      const value = methods[name]?.isEnabled && field.masked ? fieldValue(methods[name], key, field) : null
      return value ? [[`${methodOf(name).label}, ${fieldWords[key].label.toLowerCase()}`, value]] : []
    }),
  )

export const hasNumbers = ({ methods }: PaymentProfile): boolean => numbersOf(methods).length > 0

/** Account numbers in full, for whoever has just confirmed that it is them. */
export const AccountNumbersDialog = ({ profile, onClose }: { profile: PaymentProfile; onClose: () => void }) => {
  const reveal = useMutation({ mutationFn: () => post<Revealed>(`/payment-profiles/${profile.id}/reveal`, {}) })
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Account Numbers"
      subject={profile.name}
      foot={
        <>
          <Button onClick={onClose}>Close</Button>
          {!reveal.data && (
            <Button look="primary" data-first-focus busy={reveal.isPending} busyText="Showing..." onClick={() => reveal.mutate()}>
              Show in Full
            </Button>
          )}
        </>
      }
    >
      <div className={stack}>
        {reveal.isError && <Banner tone="failure">{messageOr(reveal.error, 'Failed to show the account numbers. Please try again.')}</Banner>}
        <Facts facts={numbersOf(reveal.data?.methods ?? profile.methods)} />
        <Banner tone="information" silent>
          Who has seen them in full, and when, stands in the history of the profile.
        </Banner>
      </div>
    </Dialog>
  )
}
