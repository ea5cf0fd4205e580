import { Plus } from 'lucide-react'
import { type KeyboardEvent, useState } from 'react'
import { NetworkChange } from '../../modules/networks/contract.ts'
import { Button } from '../ui/button.tsx'
import { TextField } from '../ui/field.tsx'
import { Chips } from './chips.tsx'
import { siteOf } from './network-words.ts'
import * as styles from './networks.css.ts'

const Origins = NetworkChange.shape.embedOrigins

type Props = { sites: string[]; onChange: (sites: string[]) => void; problem?: string | undefined }

/** The websites that may show the pay form within their pages: scheme, host and port alone (R41). */
export const Sites = ({ sites, onChange, problem }: Props) => {
  const [typed, setTyped] = useState('')
  const [refusal, setRefusal] = useState<string>()
  const add = () => {
    const checked = Origins.safeParse([...sites, siteOf(typed)])
    if (!checked.success) return setRefusal(checked.error.issues[0]?.message)
    setRefusal(undefined)
    setTyped('')
    onChange([...new Set(checked.data)])
  }
  const press = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return
    // Enter adds the site; it does not save the form.
    event.preventDefault()
    add()
  }
  return (
    <fieldset className={styles.group}>
      <legend className={styles.legend}>Websites</legend>
      <p className={styles.groupHint}>Only these may show your pay form within their own pages. Links in mails work without.</p>
      <Chips
        label="Websites"
        chips={sites.map((site) => ({ key: site, words: site }))}
        onRemove={(key) => onChange(sites.filter((site) => site !== key))}
        none="No website shows your pay form yet."
      />
      <div className={styles.adder}>
        <TextField
          label="Website"
          inputMode="url"
          autoCapitalize="none"
          spellCheck={false}
          placeholder="https://www.example.org"
          className={styles.adderWide}
          value={typed}
          problem={refusal ?? problem}
          onChange={(event) => setTyped(event.target.value)}
          onKeyDown={press}
        />
        <Button icon={Plus} onClick={add}>
          Add Website
        </Button>
      </div>
    </fieldset>
  )
}
