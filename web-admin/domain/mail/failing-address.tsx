import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { useToast } from '../../ui/toast.tsx'
import { errorMessage } from '../api/error-message.ts'
import { useMayChange } from '../session/may-change.ts'
import { useFailingAddresses, useTakeUpMail } from './calls.ts'
import { failingSince } from './failing-since.ts'

/** On a payor's page: says since when the address fails, and offers to resume mail. */
export const FailingAddressBanner = ({ memberId, className }: { memberId: string; className: string }) => {
  const mayChange = useMayChange()
  const toast = useToast()
  const takeUp = useTakeUpMail(memberId)
  const [failing] = useFailingAddresses({ memberId }).data ?? []
  if (!failing) return null
  return (
    <Banner tone="warning" title="No mails go to this payor" className={className}>
      <p>
        {`${failingSince(failing)} Bills and reminders to ${failing.payor.email} have stopped. Enter another address, or resume mail to this one.`}
      </p>
      {takeUp.isError && <p>{errorMessage(takeUp.error, 'update', 'member')}</p>}
      {mayChange && (
        <Button
          busy={takeUp.isPending}
          busyText="Saving..."
          onClick={() => takeUp.mutate(undefined, { onSuccess: () => toast(`Mail to ${failing.payor.email} is resumed`) })}
        >
          Resume Mail
        </Button>
      )}
    </Banner>
  )
}
