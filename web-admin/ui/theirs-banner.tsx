import { Banner } from './banner.tsx'
import { PlainButton } from './button.tsx'

/** Shown when someone else has changed the edited data: the reader overwrites it or takes it over. */
export const TheirsBanner = ({ title, onTake }: { title: string; onTake: () => void }) => (
  <Banner tone="warning" title={title}>
    Nothing is saved yet. Save again to put your version in place of theirs, or <PlainButton onClick={onTake}>take their version</PlainButton>.
  </Banner>
)
