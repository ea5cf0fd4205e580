import { formatZonedMinuteOf } from '../domain/api/network-clock.ts'
import { useUser } from '../domain/session/session.ts'
import { letterhead, network } from './letterhead.css.ts'
import { useMomentOfPrint } from './use-moment-of-print.ts'

/** Above a page's title on paper: whose page it is, and when it was printed. */
export const Letterhead = () => {
  const at = useMomentOfPrint()
  const name = useUser()?.network?.name
  return (
    <p className={letterhead}>
      <span className={network} data-said={name} />
      <span data-said={`Printed ${formatZonedMinuteOf(at)}`} />
    </p>
  )
}
