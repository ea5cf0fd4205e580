import { useMutation } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { type FormEvent, useId, useState } from 'react'
import { Link } from 'wouter'
import type { ApiKey } from '../../modules/networks/contract.ts'
import { API_KEYS_MAX } from '../../modules/networks/values.ts'
import { ApiError, parsed } from '../domain/api/client.ts'
import { serverMessage } from '../domain/api/error-message.ts'
import { Loaded } from '../domain/api/loaded.tsx'
import { now } from '../domain/api/network-clock.ts'
import { NETWORK_HEADER } from '../domain/api/tab-network.ts'
import { useKeys } from '../domain/network/calls.ts'
import { forgetting } from '../domain/queries.ts'
import { useOversees } from '../domain/session/may-change.ts'
import { useUser } from '../domain/session/session.ts'
import { Banner } from '../ui/banner.tsx'
import { Button } from '../ui/button.tsx'
import { CodeBox } from '../ui/code-box.tsx'
import { TextField } from '../ui/field.tsx'
import { lazyDialog } from '../ui/lazy-dialog.tsx'
import { BackLink } from '../ui/page-head.tsx'
import { TabPanel, Tabs } from '../ui/tabs.tsx'
import { sectionHead } from '../ui/text.css.ts'
import * as styles from './first-call.css.ts'
import { callsIn, codesOfKeys, FIRST_CALL, keyProblem, type Outcome, outcomeWords, PLACEHOLDER } from './first-call-words.ts'
import { KeySecretDialog } from './key-secret-dialog.tsx'
import { isOver, KeysForbidden } from './key-words.tsx'

/** Makes the call as software does: with the key, and without the session (R29). */
const call = async (key: string, networkId: string): Promise<Outcome> => {
  try {
    const response = await fetch(FIRST_CALL, {
      headers: { accept: 'application/json', authorization: `Bearer ${key}` },
      credentials: 'omit',
      cache: 'no-store',
    })
    const body = parsed(await response.text()) ?? null
    const refused = response.ok ? null : new ApiError(response.status, body)
    const network = response.headers.get(NETWORK_HEADER)
    return {
      kind: 'answered',
      status: response.status,
      body,
      code: refused?.code || null,
      message: refused && serverMessage(refused),
      retryAfter: response.headers.get('retry-after'),
      isElsewhere: network !== null && network !== networkId,
    }
  } catch {
    return { kind: 'lost' }
  }
}

const useFirstCall = (networkId: string) => useMutation({ ...forgetting, mutationFn: (key: string) => call(key, networkId), networkMode: 'always' })

const Answer = ({ outcome }: { outcome: Outcome }) => {
  const id = useId()
  const { works, title, advice } = outcomeWords(outcome)
  const shown = outcome.kind === 'answered' && outcome.body !== null
  return (
    <>
      <Banner
        tone={works ? 'success' : 'failure'}
        title={outcome.kind === 'answered' ? `${title} (HTTP ${outcome.status})` : title}
        className={styles.wide}
      >
        {advice}
      </Banner>
      {shown && (
        <div className={styles.wide}>
          <h4 id={id} className={styles.hint}>
            The answer
          </h4>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reachable by keyboard */}
          <section tabIndex={0} aria-labelledby={id} className={styles.answer}>
            <pre>{JSON.stringify(outcome.body, null, 2)}</pre>
          </section>
        </div>
      )}
    </>
  )
}

type Props = { networkId: string; value: string; onChange: (key: string) => void }

/** Makes the call with a key, which is kept only in this page's state. */
const TryCall = ({ networkId, value, onChange }: Props) => {
  const call = useFirstCall(networkId)
  const [problem, setProblem] = useState<string>()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const wrong = keyProblem(value.trim())
    setProblem(wrong)
    if (wrong === undefined) call.mutate(value.trim())
    else call.reset()
  }
  return (
    <>
      <form className={styles.form} onSubmit={submit} noValidate>
        <TextField
          label="API key"
          type="password"
          autoComplete="off"
          spellCheck={false}
          hint="It is kept in this page only, until you leave it."
          value={value}
          problem={problem}
          onChange={({ target }) => {
            onChange(target.value)
            setProblem(undefined)
          }}
        />
        <Button variant={value === '' ? 'default' : 'primary'} type="submit" busy={call.isPending} busyText="Calling...">
          Try It
        </Button>
      </form>
      {call.data && !call.isPending && <Answer outcome={call.data} />}
    </>
  )
}

const KeyDialog = lazyDialog(async () => (await import('./key-dialog.tsx')).KeyDialog)

const keysWords = (live: number, mayMake: boolean): string => {
  if (live > 0)
    return `This network has ${live === 1 ? 'a key that works' : `${live} keys that work`}. A key is shown only once: make another one if the key was lost.`
  return mayMake ? 'A key that can only read is enough.' : 'This network has none yet. Ask an Admin to make one.'
}

type MakeProps = { networkId: string; keys: ApiKey[]; mayMake: boolean; isNext: boolean; onMade: (secret: string) => void }

const MakeKey = ({ networkId, keys, mayMake, isNext, onMade }: MakeProps) => {
  const [asking, setAsking] = useState(false)
  const [made, setMade] = useState<{ name: string; secret: string } | null>(null)
  const live = keys.filter((key) => !isOver(key, now())).length
  return (
    <>
      <p>
        {keysWords(live, mayMake)} {live > 0 && <Link href="/settings/api-keys">Look at the keys</Link>}
      </p>
      {mayMake && (
        <Button
          variant={live === 0 && isNext ? 'primary' : 'default'}
          icon={Plus}
          unavailable={live >= API_KEYS_MAX ? `A network has ${API_KEYS_MAX} keys at most` : undefined}
          onClick={() => setAsking(true)}
        >
          {live === 0 ? 'Make a Key' : 'Make Another Key'}
        </Button>
      )}
      {asking && (
        <KeyDialog
          networkId={networkId}
          onMade={(name, secret) => {
            setAsking(false)
            setMade({ name, secret })
            onMade(secret)
          }}
          onClose={() => setAsking(false)}
        />
      )}
      {made && <KeySecretDialog {...made} replaced={false} onClose={() => setMade(null)} />}
    </>
  )
}

const CopyCall = () => {
  const calls = callsIn(window.location.origin)
  const [language, setLanguage] = useState<(typeof calls)[number]['value']>('curl')
  return (
    <div className={styles.wide}>
      <Tabs label="Language" value={language} onValueChange={setLanguage} tabs={calls.map(({ value, label }) => ({ value, label }))}>
        {calls.map(({ value, label, needs, text }) => (
          <TabPanel key={value} value={value}>
            <p className={styles.hint}>
              {needs} Replace {PLACEHOLDER} with your key.
            </p>
            <CodeBox label={`The call in ${label}`} text={text} copyLabel="Copy the Call" />
          </TabPanel>
        ))}
      </Tabs>
    </div>
  )
}

const WhatElse = () => (
  <>
    <section aria-labelledby="calls" className={styles.part}>
      <h3 id="calls">All other calls</h3>
      <p>
        <a href="/api/openapi.json">The OpenAPI document</a> lists every call with examples and the scope that a key needs for it.
      </p>
      <ul className={styles.notes}>
        <li>A key has 600 requests a minute. Beyond that, the answer is 429 with the seconds to wait in Retry-After.</li>
        <li>After 30 wrong keys in a minute, an address must wait too.</li>
        <li>A request that creates may carry an Idempotency-Key: sent again within 24 hours, it creates nothing twice.</li>
      </ul>
    </section>
    <section aria-labelledby="refused" className={styles.part}>
      <h3 id="refused">When a call is refused</h3>
      <dl className={styles.codes}>
        {codesOfKeys.map(({ code, status, meaning }) => (
          <div key={code}>
            <dt className={styles.code}>
              {status} {code}
            </dt>
            <dd>{meaning}</dd>
          </div>
        ))}
      </dl>
    </section>
  </>
)

const FirstCallOf = ({ networkId, mayMake }: { networkId: string; mayMake: boolean }) => {
  const keys = useKeys(networkId)
  const [key, setKey] = useState('')
  return (
    <section aria-labelledby="first-call">
      <BackLink href="/settings/api-keys">Back to API Keys</BackLink>
      <div className={sectionHead}>
        <h2 id="first-call">Your first call</h2>
      </div>
      <p className={styles.intro}>Three steps until your software reads the bills of this network.</p>
      <ol className={styles.steps}>
        <li className={styles.step}>
          <h3 className={styles.heading}>1. Make a key</h3>
          <Loaded query={keys} loading="Loading API keys..." rows={1} failed="Failed to load API keys" action="view" thing="API keys">
            {(list) => <MakeKey networkId={networkId} keys={list} mayMake={mayMake} isNext={key === ''} onMade={setKey} />}
          </Loaded>
        </li>
        <li className={styles.step}>
          <h3 className={styles.heading}>2. Copy the call</h3>
          <CopyCall />
        </li>
        <li className={styles.step}>
          <h3 className={styles.heading}>3. Or try it here</h3>
          <TryCall networkId={networkId} value={key} onChange={setKey} />
        </li>
      </ol>
      <WhatElse />
    </section>
  )
}

/** Guides a developer from a new key to a first answer. */
export const FirstCall = () => {
  const user = useUser()
  if (!useOversees() || !user?.network) return <KeysForbidden />
  return <FirstCallOf key={user.network.id} networkId={user.network.id} mayMake={user.role === 'Admin'} />
}
