import { lazy, Suspense, useId } from 'react'
import { BoneRows, Loading } from '../../ui/skeleton.tsx'
import { sectionHead } from '../../ui/text.css.ts'
import type { Props } from './history-of.tsx'

// It stands last on its page, and its code comes while the page reads what stands above it.
const coming = import('./history-of.tsx')
coming.catch(() => undefined)
const Coming = lazy(async () => ({ default: (await coming).HistoryOf }))

/** Everything that happened to a thing. */
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

/** The same as a part of the page that shows the thing. */
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
