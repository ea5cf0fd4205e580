import { useQuery } from '@tanstack/react-query'
import { Loaded } from '../domain/api/loaded.tsx'
import { CodeBox } from '../ui/code-box.tsx'
import * as styles from './embed.css.ts'
import { snippetOf, type TagChoices } from './snippet.ts'

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

type Props = { networkId: string; choices: TagChoices }

/** What the tag can do beyond the snippet above. */
export const ForDevelopers = ({ networkId, choices }: Props) => {
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
