import { lazy, Suspense, useId } from 'react'
import { BoneRows, Loading } from '../../ui/skeleton.tsx'
import { sectionHead } from '../../ui/text.css.ts'
import type { Props } from './history-of.tsx'

// The history is the last part of its page: its code loads while the page fetches its data.
const coming = import('./history-of.tsx')
coming.catch(() => undefined)
const Coming = lazy(async () => ({ default: (await coming).HistoryOf }))

/** The history of a thing, from its own chunk. */
export const HistoryOf = (props: Props) => (
  <Suspense
    fallback={
      <Loading text="Loading the history..." quiet>
        <BoneRows rows={3} />
      </Loading>
    }
  >
    <Coming {...props} />
  </Suspense>
)

/** The same as a section with a heading. */
export const HistorySection = ({ title = 'History', className, ...props }: Props & { title?: string; className?: string }) => {
  const heading = useId()
  return (
    <section aria-labelledby={heading} className={className}>
      <div className={sectionHead}>
        <h2 id={heading}>{title}</h2>
      </div>
      <HistoryOf {...props} label={title} />
    </section>
  )
}
