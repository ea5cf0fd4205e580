import { Ellipsis, RefreshCw, Trash2 } from 'lucide-react'
import type { ApiKey } from '../../modules/networks/contract.ts'
import { formatDayOf, now } from '../domain/api/network-clock.ts'
import { IconButton } from '../ui/button.tsx'
import { ListRow } from '../ui/card.tsx'
import { tabled } from '../ui/media.ts'
import { Menu, MenuItem, MenuLine } from '../ui/menu.tsx'
import { actions, sub } from '../ui/table.css.ts'
import { ActionsTh, Table, Th } from '../ui/table.tsx'
import { muted, nowrap, small } from '../ui/text.css.ts'
import { useMedia } from '../ui/use-media.ts'
import { endWords, isOver, lastUsedWords, replacedWords, scopeWords } from './key-words.tsx'
import * as styles from './keys.css.ts'

export type KeyActions = { onReplace: (key: ApiKey) => void; onEnd: (key: ApiKey) => void }
type Props = {
  keys: ApiKey[]
  /** Absent for those who may only read. */
  change?: KeyActions | undefined
}

const KeyMenu = ({ apiKey, onReplace, onEnd }: KeyActions & { apiKey: ApiKey }) => (
  <Menu trigger={<IconButton label={`Actions, ${apiKey.name}`} icon={Ellipsis} tip={false} />}>
    <MenuItem icon={RefreshCw} onSelect={() => onReplace(apiKey)} unavailable={isOver(apiKey, now()) ? 'It has ended: make another one' : undefined}>
      Replace
    </MenuItem>
    <MenuLine />
    <MenuItem icon={Trash2} onSelect={() => onEnd(apiKey)}>
      {isOver(apiKey, now()) ? 'Remove from the list' : 'End'}
    </MenuItem>
  </Menu>
)

const Name = ({ apiKey }: { apiKey: ApiKey }) => (
  <>
    <span className={styles.name}>{apiKey.name}</span>
    <span className={sub}>
      Made by {apiKey.createdBy} on <span className={nowrap}>{formatDayOf(apiKey.createdAt)}</span>
    </span>
    {replacedWords(apiKey, now()) !== null && <span className={sub}>{replacedWords(apiKey, now())}</span>}
  </>
)

export const KeyList = ({ keys, change }: Props) => {
  const large = useMedia(tabled)
  const menu = (apiKey: ApiKey) => change && <KeyMenu apiKey={apiKey} {...change} />
  if (!large)
    return (
      <ul>
        {keys.map((key) => (
          <ListRow
            key={key.id}
            main={
              <div>
                <Name apiKey={key} />
              </div>
            }
            side={scopeWords[key.scope].label}
            meta={
              <span className={`${small} ${muted}`}>
                Last used: {lastUsedWords(key)} · Ends: {endWords(key, now())}
              </span>
            }
            menu={menu(key)}
          />
        ))}
      </ul>
    )
  return (
    <Table
      caption="API keys"
      head={
        <>
          <Th>Name</Th>
          <Th>May</Th>
          <Th>Last Used</Th>
          <Th>Ends</Th>
          {change && <ActionsTh />}
        </>
      }
    >
      {keys.map((key) => (
        <tr key={key.id}>
          <td>
            <Name apiKey={key} />
          </td>
          <td>{scopeWords[key.scope].label}</td>
          <td className={nowrap}>{lastUsedWords(key)}</td>
          <td className={nowrap}>{endWords(key, now())}</td>
          {change && (
            <td>
              <div className={actions}>{menu(key)}</div>
            </td>
          )}
        </tr>
      ))}
    </Table>
  )
}
