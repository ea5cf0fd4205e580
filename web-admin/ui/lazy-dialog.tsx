import { type ComponentType, lazy, type ReactNode, Suspense, useState } from 'react'
import * as styles from './overlay.css.ts'
import { BoneRows, Loading } from './skeleton.tsx'

const soon = (work: () => void) => (typeof requestIdleCallback === 'function' ? requestIdleCallback(work) : setTimeout(work, 500))

/** Shown until a dialog's code has loaded. */
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
 * A dialog in a separate chunk, which loads when the browser is idle. If its code fails to load, the page's error
 * boundary handles it (shell/error-boundary.tsx).
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
