import { type ReactNode, useState } from 'react'
import { CodeBox } from '../ui/code-box.tsx'
import { TabPanel, Tabs } from '../ui/tabs.tsx'
import * as styles from './embed.css.ts'
import { findAddress, snippetOf, type TagChoices } from './snippet.ts'

type Place = { value: string; label: string; steps: ReactNode[]; needsLink?: true }

/** Where the snippet goes, by what a church's site is made with. */
const places: Place[] = [
  {
    value: 'html',
    label: 'HTML',
    steps: ['Paste it into the page where the form should stand.', 'Add the address of your site under Websites, below.'],
  },
  {
    value: 'wordpress',
    label: 'WordPress',
    steps: [
      'Edit the page, add a block and choose Custom HTML.',
      'Paste the snippet, and update the page.',
      'Add the address of your site under Websites, below.',
      'Where WordPress takes the script out again, which the smaller plans of WordPress.com do, use the button for sites without script.',
    ],
  },
  {
    value: 'squarespace',
    label: 'Squarespace',
    steps: [
      'Edit the page, add a block and choose Code.',
      'Paste the snippet with HTML chosen and Display Source off, and save. Squarespace shows scripts to visitors only, not while you edit.',
      'Add the address of your site under Websites, below.',
      'Where your plan has no Code block with scripts, use the address with a Button block.',
    ],
  },
  {
    value: 'wix',
    label: 'Wix',
    needsLink: true,
    steps: [
      'Wix shows pasted code in a frame on an address of its own, where the form does not open.',
      'Add a Button, choose Link, then Web Address, and paste the address.',
    ],
  },
  {
    value: 'google',
    label: 'Google Sites',
    needsLink: true,
    steps: [
      'Google Sites shows pasted code in a frame on an address of its own, where the form does not open.',
      'Choose Insert, then Button, and paste the address as its link.',
    ],
  },
]

type Props = { networkId: string; choices: TagChoices }

/** The snippet to paste, with the steps for each kind of site. */
export const Places = ({ networkId, choices }: Props) => {
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
