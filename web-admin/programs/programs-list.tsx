import type { Program } from '../../modules/programs/contract.ts'
import { Cards } from '../ui/card.tsx'
import { tabled } from '../ui/media.ts'
import { ActionsTh, Table, Th } from '../ui/table.tsx'
import { useMedia } from '../ui/use-media.ts'
import { ProgramCard } from './program-card.tsx'
import { ProgramRow } from './program-row.tsx'
import { nameColumn } from './programs.css.ts'

export type ProgramTask = 'attach' | 'upload' | 'campaign'
type Props = { programs: Program[]; onTask: (task: ProgramTask, program: Program) => void }

const head = (
  <>
    <Th className={nameColumn}>Program Name</Th>
    <Th>Campaign</Th>
    <Th num>Amount</Th>
    <Th>Payment</Th>
    <ActionsTh />
  </>
)

export const ProgramsList = ({ programs, onTask }: Props) => {
  const large = useMedia(tabled)
  const props = (program: Program) => ({
    program,
    onAttach: () => onTask('attach', program),
    onUpload: () => onTask('upload', program),
    onCampaign: () => onTask('campaign', program),
  })
  if (!large)
    return (
      <Cards>
        {programs.map((program) => (
          <ProgramCard key={program.id} {...props(program)} />
        ))}
      </Cards>
    )
  return (
    <Table caption="Assessment Programs" head={head}>
      {programs.map((program) => (
        <ProgramRow key={program.id} {...props(program)} />
      ))}
    </Table>
  )
}
