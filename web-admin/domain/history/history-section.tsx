import { lazy, Suspense, useId } from 'react'
import { BoneRows, Loading } from '../../ui/skeleton.tsx'
import { sectionHead } from '../../ui/text.css.ts'
import type { Props } from './history-of.tsx'

// The history is at the end of its page, so its code is loaded while the page reads its data.
const coming = import('./history-of.tsx')
coming.catch(() => undefined)
const Coming = lazy(async () => ({ default: (await coming).HistoryOf }))

/** The history of a record, in a separate chunk. */
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

/** The history as a section with a heading. */
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
