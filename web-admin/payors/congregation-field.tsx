import { Combobox } from '../ui/combobox.tsx'
import { useCongregations } from './calls.ts'

const NONE = { value: '', label: 'No congregation' }
type Props = { value: string; problem: string | undefined; onChange: (id: string) => void }

/** A member's congregation; renders nothing if the network has none. */
export const CongregationField = ({ value, problem, onChange }: Props) => {
  const all = useCongregations().data ?? []
  if (all.length === 0) return null
  return (
    <Combobox
      label="Congregation (optional)"
      problem={problem}
      options={[NONE, ...all.map(({ id, name }) => ({ value: id, label: name }))]}
      value={value}
      onChange={onChange}
    />
  )
}
