import { useState } from 'react'
import { Link } from 'wouter'
import type { Member } from '../../../modules/members/contract.ts'
import { useProgram } from '../../programs/use-program.ts'
import { useMayChange, useOversees } from '../../session/may-change.ts'
import { Button } from '../../ui/button.tsx'
import { lazyDialog } from '../../ui/lazy-dialog.tsx'
import { orderLabel } from '../../ui/order-words.ts'
import { Paged } from '../../ui/paged.tsx'
import { medium, sectionHead, small } from '../../ui/text.css.ts'
import { MembersList } from './members-list.tsx'
import { byName, type MemberSort, memberOrders, useMembers } from './use-members.ts'

const RemovePayorDialog = lazyDialog(async () => (await import('./remove-payor-dialog.tsx')).RemovePayorDialog)

const People = ({ programId }: { programId: string }) => {
  const [page, setPage] = useState(1)
  const [sort, setSort] = useState<MemberSort>(byName)
  const [leaving, setLeaving] = useState<Member | null>(null)
  const mayChange = useMayChange()
  const name = useProgram(programId).data?.value.name ?? 'this program'
  const people = useMembers({ page, search: '', kind: null, assessmentProgramId: programId, ...sort })
  if (!people.data || people.data.pagination.totalItems === 0) return null
  return (
    <section aria-labelledby="program-people">
      <div className={sectionHead}>
        <h3 id="program-people">Who is billed</h3>
        <Link href={`/members?assessment=${programId}`} className={`${small} ${medium}`}>
          Search and export
        </Link>
      </div>
      <Paged list={people.data} onPage={setPage} of="members" empty={null} paper={[`Order: ${orderLabel(memberOrders, sort)}`]}>
        {(rows) => (
          <MembersList
            members={rows}
            sort={sort}
            {...(mayChange && {
              action: (member: Member) => (
                <Button aria-label={`Remove ${member.name} from ${name}`} onClick={() => setLeaving(member)}>
                  Remove
                </Button>
              ),
            })}
            onSort={(next) => {
              setPage(1)
              setSort(next)
            }}
          />
        )}
      </Paged>
      {leaving && <RemovePayorDialog payor={leaving} programs={[{ id: programId, name }]} onClose={() => setLeaving(null)} />}
    </section>
  )
}

/** The people of a program that nobody has paid for yet, to those who may see them. */
export const ProgramPeople = (props: { programId: string }) => (useOversees() ? <People {...props} /> : null)
