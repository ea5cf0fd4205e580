import { CirclePause, CirclePlay, Ellipsis, Pencil, RefreshCw, Send, Trash2 } from 'lucide-react'
import { Link } from 'wouter'
import type { Webhook } from '../../modules/webhooks/contract.ts'
import { now } from '../domain/api/network-clock.ts'
import { Badge } from '../ui/badge.tsx'
import { IconButton } from '../ui/button.tsx'
import { ListRow } from '../ui/card.tsx'
import { classes } from '../ui/classes.ts'
import { tabled } from '../ui/media.ts'
import { Menu, MenuItem, MenuLine } from '../ui/menu.tsx'
import { actions, rowLink, sub } from '../ui/table.css.ts'
import { ActionsTh, Table, Th } from '../ui/table.tsx'
import { muted, small } from '../ui/text.css.ts'
import { useMedia } from '../ui/use-media.ts'
import { badgeOfWebhook, earlierWords, eventsWords, stateWords } from './webhook-words.ts'
import * as styles from './webhooks.css.ts'

export type Question = 'changing' | 'testing' | 'replacing' | 'turning' | 'removing'
export type Ask = (question: Question, webhook: Webhook) => void

export const WebhookMenu = ({ webhook, onAsk }: { webhook: Webhook; onAsk: Ask }) => {
  const { name, isOn } = webhook
  const ask = (question: Question) => () => onAsk(question, webhook)
  return (
    <Menu trigger={<IconButton label={`Actions, ${name}`} icon={Ellipsis} tip={false} />}>
      <MenuItem icon={Pencil} onSelect={ask('changing')}>
        Change
      </MenuItem>
      <MenuItem icon={Send} onSelect={ask('testing')} unavailable={isOn ? undefined : 'It is off'}>
        Send a test
      </MenuItem>
      <MenuItem icon={RefreshCw} onSelect={ask('replacing')}>
        Replace the secret
      </MenuItem>
      <MenuItem icon={isOn ? CirclePause : CirclePlay} onSelect={ask('turning')}>
        {isOn ? 'Turn off' : 'Turn on'}
      </MenuItem>
      <MenuLine />
      <MenuItem icon={Trash2} onSelect={ask('removing')}>
        Remove
      </MenuItem>
    </Menu>
  )
}

const Name = ({ webhook }: { webhook: Webhook }) => (
  <>
    <Link href={`/settings/webhooks/${webhook.id}`} className={classes(rowLink, styles.name)}>
      {webhook.name}
    </Link>
    <span className={classes(sub, styles.code)}>{webhook.url}</span>
    {earlierWords(webhook, now()) !== null && <span className={sub}>{earlierWords(webhook, now())}</span>}
  </>
)

const State = ({ webhook }: { webhook: Webhook }) => (
  <>
    <Badge content={badgeOfWebhook(webhook)} />
    {stateWords(webhook) !== null && <span className={sub}>{stateWords(webhook)}</span>}
  </>
)

type Props = {
  webhooks: Webhook[]
  /** Absent for those who may only read. */
  onAsk?: Ask | undefined
}

export const WebhookList = ({ webhooks, onAsk }: Props) => {
  const large = useMedia(tabled)
  const menu = (webhook: Webhook) => onAsk && <WebhookMenu webhook={webhook} onAsk={onAsk} />
  if (!large)
    return (
      <ul>
        {webhooks.map((webhook) => (
          <ListRow
            key={webhook.id}
            main={
              <div>
                <Name webhook={webhook} />
              </div>
            }
            meta={
              <div>
                <State webhook={webhook} />
                <span className={classes(sub, small, muted)}>Events: {eventsWords(webhook)}</span>
              </div>
            }
            menu={menu(webhook)}
          />
        ))}
      </ul>
    )
  return (
    <Table
      caption="Webhooks"
      head={
        <>
          <Th>Name</Th>
          <Th>Events</Th>
          <Th>State</Th>
          {onAsk && <ActionsTh />}
        </>
      }
    >
      {webhooks.map((webhook) => (
        <tr key={webhook.id}>
          <td>
            <Name webhook={webhook} />
          </td>
          <td>{eventsWords(webhook)}</td>
          <td>
            <State webhook={webhook} />
          </td>
          {onAsk && (
            <td>
              <div className={actions}>{menu(webhook)}</div>
            </td>
          )}
        </tr>
      ))}
    </Table>
  )
}
