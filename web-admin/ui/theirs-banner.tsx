import { Banner } from './banner.tsx'
import { PlainButton } from './button.tsx'

/** What was edited has been changed by somebody else: one's own version can be saved over theirs, or theirs taken. */
export const TheirsBanner = ({ title, onTake }: { title: string; onTake: () => void }) => (
  <Banner tone="warning" title={title}>
    Nothing is saved yet. Save again to put your version in place of theirs, or <PlainButton onClick={onTake}>take their version</PlainButton>.
  </Banner>
)
