import { UserPlus } from 'lucide-react'
import { useState } from 'react'
import type { Member } from '../../../modules/payors/contract.ts'
import { errorMessage } from '../../domain/api/error-message.ts'
import { retryOf } from '../../domain/api/refetch.ts'
import { isForgotten } from '../../domain/payor/member-values.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import { muted, stack } from '../../ui/text.css.ts'
import { PeopleChoices } from '../add/people-choices.tsx'
import { byName, useMembers } from '../calls.ts'

const countWords = (shown: number, all: number): string => {
  if (all === 0) return 'Nobody has this name, e-mail address or phone number.'
  return shown < all ? `The first ${shown} of ${all.toLocaleString('en-US')}. Type more of the name to find others.` : ''
}

type Props = { onChoose: (member: Member) => void; onNew: () => void }

/** Somebody of the network, found by typing, or somebody new. */
export const ChoosePayor = ({ onChoose, onNew }: Props) => {
  const [search, setSearch] = useState('')
  const found = useMembers({ page: 1, search, kind: null, assessmentProgramId: null, ...byName })
  const people = (found.data?.data ?? []).filter((member) => !isForgotten(member))
  return (
    <div className={stack}>
      <SearchField label="Search people" value={search} onSearch={setSearch} />
      {found.isError ? (
        <ErrorState level={3} title="Failed to load people" onRetry={retryOf(found)}>
          {errorMessage(found.error, 'view', 'member')}
        </ErrorState>
      ) : (
        <PeopleChoices people={people} label="People found" action="Choose" onChoose={onChoose} />
      )}
      <p className={muted} role="status">
        {found.data && countWords(people.length, found.data.pagination.totalItems)}
      </p>
      <div>
        <Button icon={UserPlus} onClick={onNew}>
          Add a new person
        </Button>
      </div>
    </div>
  )
}
