import { Link } from 'wouter'
import { Banner } from '../../ui/banner.tsx'
import { failingSince, useFailingAddresses } from './failing.ts'

const SHOWN = 5

/** The payors of a program whose address fails. */
export const FailingAddressesOfProgram = ({ programId }: { programId: string }) => {
  const failing = useFailingAddresses({ assessmentProgramId: programId }).data ?? []
  if (failing.length === 0) return null
  const more = failing.length - SHOWN
  return (
    <Banner tone="warning" title={failing.length === 1 ? 'One payor gets no mail' : `${failing.length} payors get no mail`} silent>
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
