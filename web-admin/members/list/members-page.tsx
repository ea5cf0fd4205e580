import { UserSearch } from 'lucide-react'
import { useCallback } from 'react'
import { useSearchParams } from 'wouter'
import { MembersQuery } from '../../../modules/members/contract.ts'
import { Loaded } from '../../api/loaded.tsx'
import { pageOf } from '../../programs/page-of.ts'
import { BackLink } from '../../ui/back-link.tsx'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { SelectField } from '../../ui/field.tsx'
import { filters } from '../../ui/filters.css.ts'
import { PageHead } from '../../ui/page-head.tsx'
import { Paged } from '../../ui/paged.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import { changed } from '../../ui/search-params.ts'
import { hidden } from '../../ui/text.css.ts'
import { MembersList } from './members-list.tsx'
import { type MemberKind, useMembers } from './use-members.ts'

/** The kind that an address asks for; null for all and for what isn't one. */
const kindOf = (search: URLSearchParams): MemberKind | null => MembersQuery.shape.kind.safeParse(search.get('kind') ?? undefined).data ?? null

/** Everybody that the network bills. Search, kind and page live in the address. */
export const MembersPage = () => {
  const [search, setSearch] = useSearchParams()
  const filter = { page: pageOf(search), search: search.get('search') ?? '', kind: kindOf(search) }
  const members = useMembers(filter)
  const searchFor = useCallback(
    (words: string) => setSearch((now) => changed(now, { search: words || null, page: null }), { replace: true }),
    [setSearch],
  )
  const filtered = filter.search !== '' || filter.kind !== null
  return (
    <>
      <PageHead title="Members" back={<BackLink href="/payors">Back to Payors</BackLink>}>
        The people and congregations that the network bills.
      </PageHead>
      <h2 className={hidden}>All members</h2>
      {(filtered || (members.data?.pagination.totalItems ?? 0) > 0) && (
        <search className={filters}>
          <SearchField label="Search members" value={filter.search} onSearch={searchFor} />
          <SelectField
            bare
            label="Kind"
            value={filter.kind ?? 'all'}
            onChange={({ target: { value } }) => setSearch(changed(search, { kind: value === 'all' ? null : value, page: null }))}
          >
            <option value="all">Everybody</option>
            <option value="individual">Members</option>
            <option value="congregation">Congregations</option>
          </SelectField>
        </search>
      )}
      <Loaded query={members} loading="Loading members..." rows={6} failed="Failed to load members" action="view" thing="member">
        {(list) => (
          <Paged
            list={list}
            onPage={(page) => setSearch(changed(search, { page: page === 1 ? null : String(page) }))}
            of="members"
            empty={
              <EmptyState
                level={3}
                icon={UserSearch}
                title="No members found"
                action={
                  filtered && <Button onClick={() => setSearch(changed(search, { search: null, kind: null, page: null }))}>Clear Search</Button>
                }
              >
                {filtered ? 'Nobody has this name, e-mail address or phone number.' : 'Members appear here once they are uploaded to a program.'}
              </EmptyState>
            }
          >
            {(rows) => <MembersList members={rows} />}
          </Paged>
        )}
      </Loaded>
    </>
  )
}
