import { HeldDataButtons } from '../domain/payor/held-data.tsx'
import { muted } from '../ui/text.css.ts'
import * as styles from './settings.css.ts'

/** Exports the data that networks hold about the signed-in person. */
export const OwnData = () => (
  <section className={styles.beneath} aria-labelledby="own-data">
    <h3 id="own-data" className={styles.providerName}>
      Download my data
    </h3>
    <p className={muted}>
      The data that every network that bills you holds about you: your details, bills, payments and mails. It is found by your confirmed e-mail
      address.
    </p>
    <div className={styles.formFoot}>
      <HeldDataButtons from="/my/data" />
    </div>
  </section>
)
