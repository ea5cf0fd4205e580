import { useMutation } from '@tanstack/react-query'
import { Copy, Download } from 'lucide-react'
import { useState } from 'react'
import type { DailyHead, PublicKey } from '../../modules/audit/contract.ts'
import { formatDay } from '../../modules/kernel/dates.ts'
import type { DataOf, ListOf } from '../../modules/shared/api.ts'
import { getFile } from '../domain/api/client.ts'
import { errorMessage } from '../domain/api/error-message.ts'
import { Loaded } from '../domain/api/loaded.tsx'
import { today } from '../domain/api/network-clock.ts'
import { useAnswer } from '../domain/queries.ts'
import { Banner } from '../ui/banner.tsx'
import { Button } from '../ui/button.tsx'
import { classes } from '../ui/classes.ts'
import { useCopy } from '../ui/code-box.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { TextField } from '../ui/field.tsx'
import { saveFile } from '../ui/files.ts'
import { hidden, muted, small } from '../ui/text.css.ts'
import * as styles from './journal.css.ts'

const SEALS = 7

const CopyText = ({ text, what }: { text: string; what: string }) => {
  const { state, copy } = useCopy()
  return (
    <Button icon={Copy} onClick={() => void copy(text)}>
      {state === 'copied' ? 'Copied' : state === 'refused' ? 'Not copied' : 'Copy'} <span className={hidden}>{what}</span>
    </Button>
  )
}

const PackForm = () => {
  const last = today()
  const [from, setFrom] = useState(`${last.slice(0, 4)}-01-01`)
  const [to, setTo] = useState<string>(last)
  const file = useMutation({ mutationFn: async () => saveFile(`audit-pack-${from}-${to}.zip`, await getFile('/audit/pack', { from, to })) })
  return (
    <form
      className={styles.pack}
      onSubmit={(event) => {
        event.preventDefault()
        file.mutate()
      }}
    >
      <TextField label="From" type="date" required max={last} value={from} onChange={({ target }) => setFrom(target.value)} />
      <TextField label="To" type="date" required max={last} value={to} onChange={({ target }) => setTo(target.value)} />
      <Button type="submit" variant="primary" icon={Download} busy={file.isPending} busyText="Making the pack..." disabled={!from || !to}>
        Download Audit Pack
      </Button>
      {file.isError && <Banner tone="failure">{errorMessage(file.error, 'download', 'audit pack')}</Banner>}
    </form>
  )
}

/** Exports audit packs, and shows the public key and daily seals that verify them (R106, R108). */
export const AuditPackDialog = ({ network, onClose }: { network: string; onClose: () => void }) => {
  const key = useAnswer<DataOf<PublicKey>>(['audit', 'key'], '/audit/public-key')
  const seals = useAnswer<ListOf<DailyHead>>(['audit', 'heads'], '/audit/heads', { query: { pageSize: SEALS } })
  return (
    <Dialog open onOpenChange={onClose} title="Audit Pack" subject={network}>
      <div className={styles.proof}>
        <p>
          One file with everything that was recorded between two days, which an auditor checks without us, on{' '}
          <a href="/verify" target="_blank" rel="noreferrer">
            a page that works offline
          </a>
          . No names or addresses stand in it.
        </p>
        <PackForm />
        <section aria-labelledby="public-key">
          <h3 id="public-key">Public key</h3>
          <p className={classes(small, muted)}>Give it to the auditor once, separately from the pack: it shows who signed a pack.</p>
          <Loaded query={key} loading="Loading the key..." rows={1} failed="Failed to load the key" action="load" thing="key">
            {({ data: { keys } }) => {
              const all = keys.map(({ key }) => key).join('\n')
              const changed = keys.length > 1
              return (
                <>
                  {changed && <p className={classes(small, muted)}>The key was changed. The newest comes first; earlier keys verify older packs.</p>}
                  <p className={styles.copied}>
                    <code className={styles.keys}>{all}</code>
                    <CopyText text={all} what={changed ? 'the public keys' : 'the public key'} />
                  </p>
                </>
              )
            }}
          </Loaded>
        </section>
        <section aria-labelledby="seals">
          <h3 id="seals">Daily seals</h3>
          <p className={classes(small, muted)}>
            Each day is sealed after it ends, and the seal is mailed to the Admins. A record that still matches an old seal has not been changed.
          </p>
          <Loaded query={seals} loading="Loading the seals..." rows={3} failed="Failed to load the seals" action="load" thing="seal">
            {({ data }) =>
              data.length === 0 ? (
                <p className={muted}>None yet: the first follows when today ends.</p>
              ) : (
                <ul className={styles.seals}>
                  {data.map(({ day, size, note }) => (
                    <li key={day} className={styles.copied}>
                      <span>
                        {formatDay(day)} <span className={classes(small, muted)}>{size.toLocaleString('en-US')} entries</span>
                      </span>
                      <CopyText text={note} what={`the seal of ${formatDay(day)}`} />
                    </li>
                  ))}
                </ul>
              )
            }
          </Loaded>
        </section>
      </div>
    </Dialog>
  )
}
