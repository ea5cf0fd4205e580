import { dayIn, formatDay } from '../kernel/dates.ts'
import { replay } from '../kernel/decider.ts'
import type { NameOf, Notice } from '../platform/mail/letter.ts'
import type { NetworkState } from './access.ts'
import { REPLACED_HOURS } from './contract.ts'
import { networkDecider } from './decider.ts'
import type { NetworkEvent } from './events.ts'

const PAGE = { label: 'Look at the API keys', path: '/settings/api-keys' } as const

const mayDo = {
  read: 'read what an Auditor can read',
  write: 'read what an Auditor can read, change payors, programs and bills, and record payments',
} as const

type KeyEvent = Extract<NetworkEvent, { type: `ApiKey${string}` }>
export const isKeyEvent = (event: NetworkEvent): event is KeyEvent => event.type.startsWith('ApiKey')

const noticeTextOf = (event: KeyEvent, network: NonNullable<NetworkState>): readonly [done: string, text: string] => {
  const { scope, endsAt } = network.keys.get(event.data.keyId) ?? { scope: 'read', endsAt: null }
  const until = endsAt ? ` until ${formatDay(dayIn(network.settings.timeZone, endsAt))}` : ''
  switch (event.type) {
    case 'ApiKeyMade':
      return ['made', `Software that has it can ${mayDo[scope]}${until}, without anybody signing in.`]
    case 'ApiKeyReplaced':
      return ['replaced', `Its old secret works for ${REPLACED_HOURS} more hours.`]
    case 'ApiKeyEnded':
      return ['ended', 'Software that has it gets nothing any more.']
  }
}

/** The notice to every Admin about a new, replaced or ended API key (R28). */
export const noticeOfKeys = async (events: readonly NetworkEvent[], event: KeyEvent, actor: string, nameOf: NameOf): Promise<Notice | null> => {
  const network = replay(networkDecider, events)
  const key = network?.keys.get(event.data.keyId)
  if (!network || !key) return null
  const [done, text] = noticeTextOf(event, network)
  const { name } = network.settings
  return {
    networkId: event.data.networkId,
    subject: `The API key "${key.name}" of ${name} was ${done}`,
    text: `${await nameOf(actor)} has ${done} the API key "${key.name}" of ${name}. ${text}`,
    page: PAGE,
  }
}
