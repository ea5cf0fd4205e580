import { Link } from 'wouter'
import type { FailingAddress } from '../../modules/messages/contract.ts'
import { failureWords } from '../../modules/messages/values.ts'
import { errorMessage } from '../api/error-message.ts'
import { formatDayOf } from '../api/network-clock.ts'
import { useMayChange } from '../session/may-change.ts'
import { Banner } from '../ui/banner.tsx'
import { Button } from '../ui/button.tsx'
import { useToast } from '../ui/toast.tsx'
import { useFailingAddresses, useTakeUpMail } from './use-failing-addresses.ts'

/** 'Address fails since Mar 3, 2026: the receiving server knows no such mailbox.' */
export const failingSince = ({ reason, since }: FailingAddress): string => `Address fails since ${formatDayOf(since)}: ${failureWords[reason]}.`

/** On the payor's page: since when no mails go to their address, and a button to have them go again. */
export const FailingAddressBanner = ({ memberId }: { memberId: string }) => {
  const mayChange = useMayChange()
  const toast = useToast()
  const takeUp = useTakeUpMail(memberId)
  const [failing] = useFailingAddresses({ memberId }).data ?? []
  if (!failing) return null
  return (
    <Banner tone="warning" title="No mails go to this payor">
      <p>
        {`${failingSince(failing)} Bills and reminders to ${failing.payor.email} have stopped. Enter another address, or have mails go there again.`}
      </p>
      {takeUp.isError && <p>{errorMessage(takeUp.error, 'update', 'member')}</p>}
      {mayChange && (
        <Button
          busy={takeUp.isPending}
          busyText="Saving..."
          onClick={() => takeUp.mutate(undefined, { onSuccess: () => toast(`Mails go to ${failing.payor.email} again`) })}
        >
          Send Mails Again
        </Button>
      )}
    </Banner>
  )
}

const SHOWN = 5

/** On the program's page: whom its mails do not reach. */
export const FailingAddressesOfProgram = ({ programId }: { programId: string }) => {
  const failing = useFailingAddresses({ assessmentProgramId: programId }).data ?? []
  if (failing.length === 0) return null
  const more = failing.length - SHOWN
  return (
    <Banner tone="warning" title={failing.length === 1 ? 'One payor gets no mails' : `${failing.length} payors get no mails`} silent>
      <ul>
        {failing.slice(0, SHOWN).map((one) => (
          <li key={one.payor.id}>
            <Link href={`/members/${one.payor.id}`}>{one.payor.name}</Link>
            {` ${failingSince(one)}`}
          </li>
        ))}
      </ul>
      {more > 0 && <p>{`And ${more} more.`}</p>}
    </Banner>
  )
}
