import CircleAlert from 'lucide-react/icons/circle-alert'
import { problem } from './controls.css.ts'

/** Why the payor's last action failed. Screen readers read it at once. */
export const Problem = ({ id, children }: { id?: string; children: string }) => (
  <p id={id} className={problem} role="alert">
    <CircleAlert size={16} />
    {children}
  </p>
)
