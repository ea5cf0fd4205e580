import { useQuery } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { createElement, type ReactNode, useDeferredValue, useEffect, useState } from 'react'
import { encode, renderSVG } from 'uqr'
import { Loaded } from '../domain/api/loaded.tsx'
import { useNetwork } from '../domain/network/calls.ts'
import { useOversees } from '../domain/session/may-change.ts'
import { useUser } from '../domain/session/session.ts'
import { Button } from '../ui/button.tsx'
import { foot } from '../ui/code-box.css.ts'
import { CodeBox } from '../ui/code-box.tsx'
import { saveFile } from '../ui/files.ts'
import { QrCode } from '../ui/qr-code.tsx'
import { ErrorState } from '../ui/states.tsx'
import { TabPanel, Tabs } from '../ui/tabs.tsx'
import { sectionHead } from '../ui/text.css.ts'
import * as styles from './embed.css.ts'
import { attributesOf, buttonOf, findAddress, NO_CHOICES, snippetOf, type TagChoices, tokensOf } from './snippet.ts'
import { TagForm } from './tag-form.tsx'
import { Websites } from './websites.tsx'

type Place = { value: string; label: string; steps: ReactNode[]; needsLink?: true }

/** The steps that add the snippet in each site builder. */
const places: Place[] = [
  {
    value: 'html',
    label: 'HTML',
    steps: ['Paste it into the page where the form should appear.', 'Add the address of your site under Websites, below.'],
  },
  {
    value: 'wordpress',
    label: 'WordPress',
    steps: [
      'Edit the page, add a block and choose Custom HTML.',
      'Paste the snippet, and update the page.',
      'Add the address of your site under Websites, below.',
      'If WordPress removes the script, as the smaller plans of WordPress.com do, use the button for sites without script.',
    ],
  },
  {
    value: 'squarespace',
    label: 'Squarespace',
    steps: [
      'Edit the page, add a block and choose Code.',
      'Paste the snippet with HTML chosen and Display Source off, and save. Squarespace shows scripts to visitors only, not while you edit.',
      'Add the address of your site under Websites, below.',
      'If your plan has no Code block with scripts, use the address with a Button block.',
    ],
  },
  {
    value: 'wix',
    label: 'Wix',
    needsLink: true,
    steps: [
      'Wix shows pasted code in a frame with another address, in which the form does not open.',
      'Add a Button, choose Link, then Web Address, and paste the address.',
    ],
  },
  {
    value: 'google',
    label: 'Google Sites',
    needsLink: true,
    steps: [
      'Google Sites shows pasted code in a frame with another address, in which the form does not open.',
      'Choose Insert, then Button, and paste the address as its link.',
    ],
  },
]

type PlacesProps = { networkId: string; choices: TagChoices }

const Places = ({ networkId, choices }: PlacesProps) => {
  const [place, setPlace] = useState('html')
  const { origin } = window.location
  return (
    <section aria-labelledby="snippet" className={styles.part}>
      <h3 id="snippet">Paste it into your site</h3>
      <Tabs label="Your site is made with" value={place} onValueChange={setPlace} tabs={places.map(({ value, label }) => ({ value, label }))}>
        {places.map(({ value, steps, needsLink }) => (
          <TabPanel key={value} value={value}>
            <ol className={styles.steps}>
              {steps.map((step, i) => (
                // The steps of a place never change.
                // biome-ignore lint/suspicious/noArrayIndexKey: see above
                <li key={i}>{step}</li>
              ))}
            </ol>
            {needsLink ? (
              <CodeBox label="Address" text={findAddress(origin, networkId)} copyLabel="Copy Address" />
            ) : (
              <CodeBox label="Snippet" text={snippetOf(origin, networkId, choices)} copyLabel="Copy Snippet" />
            )}
          </TabPanel>
        ))}
      </Tabs>
    </section>
  )
}

/** The QR code's margin, in modules; ISO/IEC 18004 requires four. */
const QUIET = 4
/** Pixels per module: enough for a sharp print the size of a hand. */
const MODULE = 16

const pngOf = (text: string): Promise<Blob | null> => {
  const { data, size } = encode(text, { border: QUIET })
  const canvas = Object.assign(document.createElement('canvas'), { width: size * MODULE, height: size * MODULE })
  const pen = canvas.getContext('2d')
  if (pen) {
    pen.fillStyle = '#ffffff'
    pen.fillRect(0, 0, canvas.width, canvas.height)
    pen.fillStyle = '#000000'
    for (const [y, row] of data.entries()) for (const [x, dark] of row.entries()) if (dark) pen.fillRect(x * MODULE, y * MODULE, MODULE, MODULE)
  }
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/png'))
}

type WithoutScriptProps = { networkId: string; choices: TagChoices }

/** A link and a QR code, for sites that remove scripts, for bulletins and for the notice board. */
const WithoutScript = ({ networkId, choices }: WithoutScriptProps) => {
  const address = findAddress(window.location.origin, networkId)
  const svg = renderSVG(address, { border: QUIET })
  const savePng = async () => {
    const png = await pngOf(address)
    if (png) saveFile('find-my-bill.png', png)
  }
  return (
    <section aria-labelledby="without-script" className={styles.part}>
      <h3 id="without-script">Without script, and on paper</h3>
      <p className={styles.partHint}>A link to the same page: for sites that remove scripts, for mails, bulletins and the notice board.</p>
      <div className={styles.withoutScript}>
        <div className={styles.boxes}>
          <CodeBox label="Button" text={buttonOf(window.location.origin, networkId, choices)} copyLabel="Copy Button" />
          <CodeBox label="Address" text={address} copyLabel="Copy Address" />
        </div>
        <div className={styles.qrPart}>
          <QrCode svg={svg} label={`QR code of ${address}`} className={styles.qr} />
          <div className={foot}>
            <Button icon={Download} onClick={() => void savePng()}>
              QR Code as PNG
            </Button>
            <Button icon={Download} onClick={() => saveFile('find-my-bill.svg', new Blob([svg], { type: 'image/svg+xml' }))}>
              QR Code as SVG
            </Button>
          </div>
        </div>
      </div>
    </section>
  )
}

type Releases = { newest: string; versions: { version: string; integrity: string }[] }

const useReleases = () =>
  useQuery({
    queryKey: ['releases'],
    queryFn: async ({ signal }) => {
      const answer = await fetch('/v1.json', { signal })
      if (!answer.ok) throw new Error(`/v1.json answered ${answer.status}`)
      return (await answer.json()) as Releases
    },
    staleTime: Number.POSITIVE_INFINITY,
  })

type ForDevelopersProps = { networkId: string; choices: TagChoices }

/** The tag's options that the snippet above does not use. */
const ForDevelopers = ({ networkId, choices }: ForDevelopersProps) => {
  const releases = useReleases()
  return (
    <section aria-labelledby="developers" className={styles.part}>
      <h3 id="developers">For developers</h3>
      <ul className={styles.notes}>
        <li>
          One bill in place of the form: <code>bill="…"</code> instead of <code>network="…"</code>, with the id at the end of its payment link.
        </li>
        <li>
          The tag tells its page of <code>vestry-pay:ready</code>, <code>pending</code>, <code>paid</code>, <code>error</code>, <code>resize</code>{' '}
          and <code>expand</code>, each with the bill and its status, and has <code>reload()</code> and <code>focus()</code>. None of it proves a
          payment.
        </li>
        <li>
          A site with a content security policy allows <code>{window.location.origin}</code> under <code>script-src</code> and <code>frame-src</code>.
        </li>
      </ul>
      <Loaded query={releases} loading="Loading versions..." rows={1} quiet failed="Failed to load the versions" action="view" thing="versions">
        {({ versions: [newest] }) =>
          newest && (
            <CodeBox
              label={`Version ${newest.version}, which never changes, with its integrity`}
              text={snippetOf(window.location.origin, networkId, choices, newest)}
            />
          )
        }
      </Loaded>
    </section>
  )
}

const SCRIPT = '/v1.js'
const titles = { auto: 'Your background', light: 'Light', dark: 'Dark' }

/** Loads the same script as the churches' sites, so that the preview behaves as it does there. */
const useTag = () =>
  useEffect(() => {
    if (customElements.get('vestry-pay') || document.querySelector(`script[src="${SCRIPT}"]`)) return
    document.head.append(Object.assign(document.createElement('script'), { src: SCRIPT, async: true }))
  }, [])

type Props = { networkId: string; choices: TagChoices }

/** The tag in light and in dark colours. It cannot be used here; a link opens the real page. */
const Preview = ({ networkId, choices }: Props) => {
  useTag()
  const shown = useDeferredValue(choices)
  // A custom background is light or dark itself, independent of the device.
  const themes = shown.theme === 'auto' && !shown.surface ? (['light', 'dark'] as const) : [shown.theme]
  const tokens = tokensOf(shown)
  return (
    <section aria-labelledby="preview" className={styles.part}>
      <div className={styles.partHead}>
        <h3 id="preview">Preview</h3>
        <a href={findAddress('', networkId)} target="_blank" rel="noreferrer">
          Open the page
        </a>
      </div>
      <div className={styles.previews}>
        {themes.map((theme) => (
          <figure key={theme} className={styles.preview}>
            <figcaption className={styles.previewHead}>{titles[theme]}</figcaption>
            <div inert className={styles.previewBody[theme]}>
              {createElement('vestry-pay', {
                key: JSON.stringify([shown, theme]),
                ...attributesOf(networkId, { ...shown, theme }),
                style: tokens,
              })}
            </div>
          </figure>
        ))}
      </div>
    </section>
  )
}

const EmbedOf = ({ networkId, mayChange }: { networkId: string; mayChange: boolean }) => {
  const network = useNetwork(networkId)
  const [choices, setChoices] = useState(NO_CHOICES)
  return (
    <section aria-labelledby="embed">
      <div className={sectionHead}>
        <h2 id="embed">Embed</h2>
      </div>
      <p className={styles.intro}>
        Payors find their bill and pay it on your own website: choose how it looks, paste the snippet below, and list the site.
      </p>
      <Loaded query={network} loading="Loading network..." rows={5} failed="Failed to load the network" action="view" thing="network">
        {({ value }) => (
          <>
            <div className={styles.made}>
              <TagForm choices={choices} onChange={setChoices} />
              <Preview networkId={networkId} choices={choices} />
            </div>
            <Places networkId={networkId} choices={choices} />
            <Websites networkId={networkId} sites={value.embedOrigins} mayChange={mayChange} />
            <WithoutScript networkId={networkId} choices={choices} />
            <ForDevelopers networkId={networkId} choices={choices} />
          </>
        )}
      </Loaded>
    </section>
  )
}

export const EmbedSettings = () => {
  const user = useUser()
  if (!useOversees() || !user?.network)
    return <ErrorState title="You do not have permission to view this network.">Ask its administrator if something in it should change.</ErrorState>
  return <EmbedOf key={user.network.id} networkId={user.network.id} mayChange={user.role === 'Admin'} />
}
