import { useState } from 'react'
import { Link } from 'wouter'
import { useProgram } from '../../domain/program/calls.ts'
import { useOversees } from '../../domain/session/may-change.ts'
import { orderLabel } from '../../ui/list-params.ts'
import { Paged } from '../../ui/paged.tsx'
import { medium, sectionHead, small } from '../../ui/text.css.ts'
import { byName, type MemberSort, payorOrders, useMembers } from '../calls.ts'
import { MembersList, useRemoval } from './members-list.tsx'

const People = ({ programId }: { programId: string }) => {
  const [page, setPage] = useState(1)
  const [sort, setSort] = useState<MemberSort>(byName)
  const { data: program } = useProgram(programId)
  const { action, dialog } = useRemoval(program ? { id: programId, name: program.value.name } : null)
  const people = useMembers({ page, search: '', kind: null, assessmentProgramId: programId, ...sort })
  if (!people.data || people.data.pagination.totalItems === 0) return null
  return (
    <section aria-labelledby="program-people">
      <div className={sectionHead}>
        <h3 id="program-people">Billed payors</h3>
        <Link href={`/members?assessment=${programId}`} className={`${small} ${medium}`}>
          Search and export
        </Link>
      </div>
      <Paged list={people.data} onPage={setPage} of="members" empty={null} paper={[`Order: ${orderLabel(payorOrders, sort)}`]}>
        {(rows) => (
          <MembersList
            members={rows}
            sort={sort}
            {...(action && { action })}
            onSort={(next) => {
              setPage(1)
              setSort(next)
            }}
          />
        )}
      </Paged>
      {dialog}
    </section>
  )
}

/** The payors of a program, for those who oversee the network. */
export const ProgramPeople = (props: { programId: string }) => (useOversees() ? <People {...props} /> : null)
