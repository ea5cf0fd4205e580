import { Plus, X } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { messageOr } from '../domain/api/error-message.ts'
import { Button, IconButton } from '../ui/button.tsx'
import { ConfirmCall } from '../ui/confirm-call.tsx'
import { TextField } from '../ui/field.tsx'
import { useToast } from '../ui/toast.tsx'
import { useComing } from '../ui/use-checks.ts'
import * as styles from './embed.css.ts'
import { RefusedList } from './refused-list.tsx'
import { siteOf, useChangeSites } from './sites.ts'

const loadContract = () => import('../../modules/networks/contract.ts')

type Props = { networkId: string; sites: string[]; mayChange: boolean }

/** The websites that may embed the pay form: scheme, host and port only (R86). */
export const Websites = ({ networkId, sites, mayChange }: Props) => {
  const change = useChangeSites(networkId)
  const removal = useChangeSites(networkId)
  const toast = useToast()
  const [typed, setTyped] = useState('')
  const [refusal, setRefusal] = useState<string>()
  const [leaving, setLeaving] = useState<string | null>(null)

  const allow = (site: string, onAllowed?: () => void) =>
    change.mutate(
      { add: site },
      {
        onSuccess: () => {
          toast(`${site} may show the pay form`)
          onAllowed?.()
        },
        onError: (error) => setRefusal(messageOr(error, 'The website could not be added. Please try again.')),
      },
    )
  const contract = useComing(loadContract)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (change.isPending) return
    const checked = (await contract())?.NetworkChange.shape.embedOrigins.safeParse([...sites, siteOf(typed)])
    if (!checked?.success) return setRefusal(checked?.error.issues[0]?.message)
    const site = checked.data?.at(-1)
    setRefusal(undefined)
    if (site) allow(site, () => setTyped(''))
  }
  return (
    <section aria-labelledby="websites" className={styles.part}>
      <h3 id="websites">Websites</h3>
      <p className={styles.partHint}>Only these may show your pay form within their own pages. Links work everywhere.</p>
      {sites.length === 0 ? (
        <p className={styles.none}>No website shows your pay form yet.</p>
      ) : (
        <ul className={styles.sites} aria-label="Websites">
          {sites.map((site) => (
            <li key={site} className={styles.site}>
              <span className={styles.siteName}>{site}</span>
              {mayChange && <IconButton label={`Remove ${site}`} icon={X} onClick={() => setLeaving(site)} />}
            </li>
          ))}
        </ul>
      )}
      {mayChange && (
        <form className={styles.adder} onSubmit={(event) => void submit(event)} noValidate>
          <TextField
            label="Website"
            inputMode="url"
            autoCapitalize="none"
            spellCheck={false}
            placeholder="https://www.example.org"
            value={typed}
            problem={refusal}
            onChange={(event) => setTyped(event.target.value)}
          />
          <Button type="submit" icon={Plus} busy={change.isPending} busyText="Adding...">
            Add Website
          </Button>
        </form>
      )}
      <RefusedList networkId={networkId} sites={sites} {...(mayChange ? { onAllow: (site: string) => allow(site) } : {})} />
      {leaving !== null && (
        <ConfirmCall
          title="Remove this website?"
          action="Remove Website"
          busyText="Removing..."
          danger
          call={removal}
          input={{ remove: leaving }}
          done={`${leaving} no longer shows the pay form`}
          failed={(error) => messageOr(error, 'The website could not be removed. Please try again.')}
          onClose={() => setLeaving(null)}
        >
          The pages of {leaving} will show a link to the pay form instead of the form itself.
        </ConfirmCall>
      )}
    </section>
  )
}
