import { Download, UserPlus, UserSearch } from 'lucide-react'
import { useCallback, useState } from 'react'
import { useLocation, useSearchParams } from 'wouter'
import { memberKinds, payorColumns } from '../../../modules/payors/values.ts'
import { useAsOf } from '../../domain/api/as-of.ts'
import { apiUrl } from '../../domain/api/client.ts'
import { Loaded } from '../../domain/api/loaded.tsx'
import { useProgram } from '../../domain/program/calls.ts'
import { useMayChange } from '../../domain/session/may-change.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { SelectField } from '../../ui/field.tsx'
import { lazyDialog } from '../../ui/lazy-dialog.tsx'
import { changed, listWords, oneOf, orderLabel, pageOf, sortOf } from '../../ui/list-params.ts'
import { below } from '../../ui/media.ts'
import { BackLink, PageHead } from '../../ui/page-head.tsx'
import { Paged } from '../../ui/paged.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { hidden } from '../../ui/text.css.ts'
import { useToast } from '../../ui/toast.tsx'
import { useMedia } from '../../ui/use-media.ts'
import { byName, type MemberFilter, type MemberKind, type MemberSort, payorOrders, useMembers } from '../calls.ts'
import * as styles from './members.css.ts'
import { MembersList, useRemoval } from './members-list.tsx'

const orders: readonly MemberSort[] = [
  byName,
  { orderBy: 'name', order: 'desc' },
  { orderBy: 'balance', order: 'desc' },
  { orderBy: 'balance', order: 'asc' },
]
const keyOf = ({ orderBy, order }: MemberSort): string => `${orderBy} ${order}`

type Props = {
  filter: Omit<MemberFilter, 'page'>
  onSearch: (words: string) => void
  onKind: (kind: MemberKind | null) => void
  onSort: (sort: MemberSort) => void
}

const MembersControls = ({ filter, onSearch, onKind, onSort }: Props) => {
  const small = useMedia(below.large)
  return (
    <search className={styles.controls}>
      <SearchField label="Search members" value={filter.search} onSearch={onSearch} className={styles.search} />
      <SelectField
        bare
        label="Kind"
        value={filter.kind ?? 'all'}
        onChange={({ target: { value } }) => onKind(value === 'individual' || value === 'congregation' ? value : null)}
      >
        <option value="all">Everybody</option>
        <option value="individual">Members</option>
        <option value="congregation">Congregations</option>
      </SelectField>
      {small && (
        <SelectField
          bare
          label="Sort by"
          value={keyOf(filter)}
          onChange={({ target }) => {
            const chosen = orders.find((order) => keyOf(order) === target.value)
            if (chosen) onSort(chosen)
          }}
        >
          {orders.map((order) => (
            <option key={keyOf(order)} value={keyOf(order)}>
              {orderLabel(payorOrders, order)}
            </option>
          ))}
        </SelectField>
      )}
      <ButtonLink href={apiUrl('/exports/members.csv', filter)} leaves icon={Download} className={styles.file}>
        Export CSV
      </ButtonLink>
    </search>
  )
}

const AddMemberDialog = lazyDialog(async () => (await import('../add/add-member-dialog.tsx')).AddMemberDialog)

/** The kind in the address; null for all kinds and for an unknown kind. */
const kindOf = (search: URLSearchParams): MemberKind | null => oneOf(memberKinds, search.get('kind'))
const kindWords = { individual: 'Members', congregation: 'Congregations' } as const

type AddProps = { kind: MemberKind | null; onClose: () => void }

const AddPerson = ({ kind, onClose }: AddProps) => {
  const [, navigate] = useLocation()
  const toast = useToast()
  return (
    <AddMemberDialog
      kind={kind}
      onClose={onClose}
      onAdded={({ id, name }) => {
        toast(`${name} is added`)
        navigate(`/members/${id}`)
      }}
      onFound={({ id }) => navigate(`/members/${id}`)}
    />
  )
}

/** All payors of the network or of a program. The address holds search, kind, program, order and page. */
export const MembersPage = () => {
  const [search, setSearch] = useSearchParams()
  const [adding, setAdding] = useState(false)
  const today = useAsOf() === null
  const mayAdd = useMayChange() && today
  const program = search.get('assessment') || null
  const programName = useProgram(program).data?.value.name
  const removal = useRemoval(program !== null && programName !== undefined ? { id: program, name: programName } : null)
  const shown = { search: search.get('search') ?? '', kind: kindOf(search), assessmentProgramId: program, ...sortOf(search, payorColumns, byName) }
  const members = useMembers({ ...shown, page: pageOf(search) })
  const searchFor = useCallback(
    (words: string) => setSearch((now) => changed(now, { search: words || null, page: null }), { replace: true }),
    [setSearch],
  )
  const sortBy = ({ orderBy, order }: MemberSort) => {
    const usual = orderBy === byName.orderBy && order === byName.order
    setSearch(changed(search, { orderBy: usual ? null : orderBy, order: usual ? null : order, page: null }), { replace: true })
  }
  const filtered = shown.search !== '' || shown.kind !== null || program !== null
  const add = (
    <Button icon={UserPlus} onClick={() => setAdding(true)}>
      Add Person
    </Button>
  )
  return (
    <>
      <PageHead
        title="Members"
        back={
          program === null ? (
            <BackLink href="/payors">Back to Payors</BackLink>
          ) : (
            <BackLink href={`/assessments/${program}`}>Back to Assessment</BackLink>
          )
        }
        actions={mayAdd && add}
      >
        {program === null ? 'The people and congregations that the network bills.' : programName && `Payors with a bill in ${programName}.`}
      </PageHead>
      <h2 className={hidden}>All members</h2>
      {(filtered || (!members.isLoadingError && members.data?.pagination.totalItems !== 0)) && (
        <MembersControls filter={shown} onSearch={searchFor} onKind={(kind) => setSearch(changed(search, { kind, page: null }))} onSort={sortBy} />
      )}
      <Loaded query={members} loading="Loading members..." rows={6} failed="Failed to load members" action="view" thing="member">
        {(list) => (
          <Paged
            list={list}
            onPage={(page) => setSearch(changed(search, { page: page === 1 ? null : String(page) }))}
            of="members"
            paper={listWords(
              { Program: programName, Kind: shown.kind && kindWords[shown.kind], Search: shown.search },
              orderLabel(payorOrders, shown),
            )}
            empty={
              <EmptyState
                level={3}
                icon={UserSearch}
                title="No members found"
                action={
                  filtered && (
                    <Button onClick={() => setSearch(changed(search, { search: null, kind: null, assessment: null, page: null }))}>
                      Clear Search
                    </Button>
                  )
                }
              >
                {filtered
                  ? shown.search === '' && shown.kind === null
                    ? 'Nobody has a bill in this program.'
                    : 'Nobody has this name, e-mail address or phone number.'
                  : 'Members appear here once they are uploaded to a program.'}
              </EmptyState>
            }
          >
            {(rows) => <MembersList members={rows} sort={shown} onSort={sortBy} {...(removal.action && { action: removal.action })} />}
          </Paged>
        )}
      </Loaded>
      {removal.dialog}
      {adding && <AddPerson kind={shown.kind} onClose={() => setAdding(false)} />}
    </>
  )
}
