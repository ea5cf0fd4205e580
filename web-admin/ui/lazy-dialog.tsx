import { type ComponentType, lazy, type ReactNode, Suspense, useState } from 'react'
import * as styles from './overlay.css.ts'
import { BoneRows, Loading } from './skeleton.tsx'

const soon = (work: () => void) => (typeof requestIdleCallback === 'function' ? requestIdleCallback(work) : setTimeout(work, 500))

/** In place of a dialog that is pressed for before it has come. */
const DialogBones = () => (
  <div className={styles.backdrop} data-state="open">
    <div className={styles.dialog({ size: 'normal' })} data-state="open">
      <div className={styles.dialogBody}>
        <Loading text="Loading...">
          <BoneRows rows={3} />
        </Loading>
      </div>
    </div>
  </div>
)

/**
 * A dialog that opens on a press, in a file of its own: it comes once the page that may open it stands and the browser is idle, and is then
 * there at once. One whose code does not come fails as a page does (shell/error-boundary.tsx).
 */
export const lazyDialog = <Props extends object>(load: () => Promise<ComponentType<Props>>): ((props: Props) => ReactNode) => {
  let come: ComponentType<Props> | null = null
  const comes = async () => {
    come = await load()
    return { default: come }
  }
  const Coming = lazy(comes) as unknown as ComponentType<Props>
  soon(() => void comes().catch(() => undefined))
  const Opened = (props: Props) => {
    const [Dialog] = useState(() => come ?? Coming)
    return (
      <Suspense fallback={<DialogBones />}>
        <Dialog {...props} />
      </Suspense>
    )
  }
  return (props) => {
    const [wasOpened, setWasOpened] = useState(false)
    if (!wasOpened && !('open' in props && props.open === false)) setWasOpened(true)
    return wasOpened && <Opened {...props} />
  }
}
