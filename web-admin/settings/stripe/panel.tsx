import type { ReactNode } from 'react'
import { PageHead } from '../../ui/page-head.tsx'
import * as styles from './panel.css.ts'

const SUPPORT = import.meta.env.VITE_SUPPORT_EMAIL || 'support@vestry.example'

/** The result of the setup at Stripe, with advice and contacts. */
export const Panel = ({ title, children, buttons }: { title: string; children: ReactNode; buttons?: ReactNode }) => (
  <div className={styles.panel}>
    <div>
      <PageHead title={title} />
      {children}
    </div>
    {buttons !== undefined && <div className={styles.buttons}>{buttons}</div>}
    <p className={styles.support}>
      Need help?{' '}
      <a className={styles.supportLink} href="https://support.stripe.com" target="_blank" rel="noreferrer">
        Stripe support
      </a>{' '}
      knows about accounts and verification,{' '}
      <a className={styles.supportLink} href={`mailto:${SUPPORT}`}>
        our support
      </a>{' '}
      about everything else.
    </p>
  </div>
)
