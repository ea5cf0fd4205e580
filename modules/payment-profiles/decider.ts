import { isDeepStrictEqual } from 'node:util'
import type { Decider } from '../kernel/decider.ts'
import { invalid, missing } from '../kernel/errors.ts'
import type { NetworkId, ProfileId } from '../kernel/ids.ts'
import { methodNames } from '../kernel/payment-methods.ts'
import { isAccessEnded } from '../kernel/platform-access.ts'
import { type ConnectedAccount, fieldIssues, type Methods, type MethodsInput } from './contract.ts'
import { type ProfileEvent, type ProfileState, profileFold } from './events.ts'
import { methodsFrom } from './methods.ts'

export type ProfileCommand =
  | { type: 'CreateProfile'; profileId: ProfileId; networkId: NetworkId; name: string; methods: MethodsInput }
  | { type: 'ChangeProfile'; profileId: ProfileId; name: string; methods: MethodsInput }
  | { type: 'RevealProfile'; profileId: ProfileId }
  | { type: 'ConnectAccount'; profileId: ProfileId; accountId: string }
  | ({ type: 'NoteAccount'; profileId: ProfileId } & ConnectedAccount)

export const details = (methods: Methods) => Object.values(methods).map(({ isEnabled: _, ...fields }) => fields)

const decide = (command: ProfileCommand, profile: ProfileState): ProfileEvent[] => {
  const { profileId } = command
  if (command.type === 'RevealProfile') {
    if (!profile) throw missing('Payment profile')
    return [{ type: 'PaymentProfileRevealed', data: { profileId } }]
  }
  if (command.type === 'ConnectAccount') {
    if (!profile) throw missing('Payment profile')
    const { accountId } = command
    const isBound = profile.stripe && (profile.stripe.accountId === accountId || !isAccessEnded(profile.stripe.wanted))
    return isBound ? [] : [{ type: 'StripeAccountConnected', data: { profileId, accountId } }]
  }
  if (command.type === 'NoteAccount') {
    // The answer concerns an account that has been replaced meanwhile.
    if (profile?.stripe?.accountId !== command.accountId) return []
    const { chargesEnabled, debitsEnabled, wanted } = command
    const { accountId: _, ...known } = profile.stripe
    const standing = { chargesEnabled, debitsEnabled, wanted: [...wanted].sort() }
    return isDeepStrictEqual(known, standing) ? [] : [{ type: 'StripeAccountChanged', data: { profileId, ...standing } }]
  }
  const { name } = command
  const methods = methodsFrom(command.methods, profile?.methods)
  // The contract accepts a masked value even if no number is stored.
  for (const { path, message } of methodNames.flatMap((method) => fieldIssues(method, methods))) throw invalid(`methods.${path.join('.')}`, message)

  if (command.type === 'CreateProfile')
    return profile ? [] : [{ type: 'PaymentProfileCreated', data: { profileId, networkId: command.networkId, name, methods } }]

  if (!profile) throw missing('Payment profile')
  if (profile.name === name && isDeepStrictEqual(profile.methods, methods)) return []
  return [{ type: 'PaymentProfileChanged', data: { profileId, name, methods } }]
}

export const profileDecider: Decider<ProfileState, ProfileCommand, ProfileEvent> = { initial: null, decide, ...profileFold }
